import { PROVIDER_SIGN_IN } from "../../shared/messages/auth.ts";
import { freePort } from "../support/free-port.ts";
import { startOidcProvider, type TestProvider } from "../support/oidc-provider.ts";
import { address, createAccount } from "./auth-fixture.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test as base } from "./fixtures.ts";

const test = base.extend<object, { provider: TestProvider & { port: number } }>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of a fixture's needs; this one has none
    async ({}, use) => {
      const port = await freePort();
      const provider = await startOidcProvider({ redirectUri: `http://localhost:${port}/auth/v1/callback` });
      await use(Object.assign(provider, { port }));
      await provider.stop();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ provider }, use) => {
      const { port, issuer, clientId, clientSecret } = provider;
      await use({
        PORT: String(port),
        PUBLIC_URL: `http://localhost:${port}`,
        AUTH_OIDC_PROVIDERS: JSON.stringify([{ id: "our-church", issuer, clientId, clientSecret }]),
      });
    },
    { scope: "worker" },
  ],
});

test("signing in with an OAuth provider returns to the requested page", async ({ page, provider }) => {
  const email = address("lydia");
  provider.visitor = { sub: `sub-${email}`, email, email_verified: true, name: "Lydia" };
  await page.goto("/my-sermons");
  await expect(page).toHaveURL(/\/login$/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue with Our church" }).click();
  await expect(page).toHaveURL(/\/my-sermons$/);
  await expect(page.getByRole("heading", { name: "My Sermons" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "My Sermons" })).toBeVisible();
});

test("a provider account with the same email address is the same account", async ({ page, app, provider }) => {
  const email = await createAccount(app, "tabitha");
  provider.visitor = { sub: `sub-${email}`, email, email_verified: true };
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue with Our church" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const { data } = await app.service().auth.admin.listUsers({ perPage: 1000 });
  const accounts = data.users.filter((user) => user.email === email);
  expect(accounts.map((user) => user.identities?.map((identity) => identity.provider).toSorted())).toEqual([
    ["email", "our-church"],
  ]);
});

test("cancelling at the provider returns to the form with a message and a clean address", async ({ page, provider }) => {
  provider.visitor = null;
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue with Our church" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("button", { name: "Sign In" })).toBeEnabled();
  await expect(page.getByText(PROVIDER_SIGN_IN.failed, { exact: true })).toBeVisible();
});
