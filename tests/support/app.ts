import { createDatabase } from "./database.ts";
import { startAppOn, type TestApp, type TestAppOptions } from "./start-app.ts";

/** A whole app with a database cloned for it: what an integration test file starts with. */
export async function startApp(env: Record<string, string> = {}, options: TestAppOptions = {}): Promise<TestApp> {
  const database = await createDatabase();
  const app = await startAppOn(database.ownerUrl, env, options);
  return {
    ...app,
    close: async () => {
      await app.close();
      await database.drop();
    },
  };
}
