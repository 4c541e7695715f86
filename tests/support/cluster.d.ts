import type { TestProject } from "vitest/node";
declare module "vitest" {
  interface ProvidedContext {
    /** `adminUrl`: superuser, creates databases. `ownerUrl`: the login that owns them. `template`: the migrated database to clone. */
    cluster: {
      adminUrl: string;
      ownerUrl: string;
      template: string;
    };
  }
}
export declare const TEST_JWT_SECRET = "a-secret-for-tests-alone-0123456789abcdef";
/** The password of the authenticator login in every test database: roles belong to the cluster, so all apps share the secret. */
export declare const TEST_AUTHENTICATOR_PASSWORD: string;
/** One throwaway cluster for a test run, with a migrated template: cloning it takes tens of milliseconds, migrating half a second. */
export default function setup(project: TestProject): Promise<() => Promise<void>>;
