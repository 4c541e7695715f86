import { afterEach, beforeEach, expect, test, vi } from "vitest";

const register = vi.fn<(address: string) => Promise<unknown>>();
const unregister = vi.fn<() => Promise<boolean>>();

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
  register.mockResolvedValue({});
  vi.stubGlobal("requestIdleCallback", (callback: () => void) => setTimeout(callback));
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { register, getRegistrations: async () => [{ unregister }] },
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

async function registerTwice(): Promise<void> {
  const { registerWorker } = await import("./register-worker.ts");
  await registerWorker();
  await registerWorker();
}

test("the worker is registered once for a document", async () => {
  vi.stubEnv("DEV", false);
  await registerTwice();
  expect(register).toHaveBeenCalledExactlyOnceWith("/service-worker.js");
});

test("in development there is no worker, and one that is there is removed", async () => {
  vi.stubEnv("DEV", true);
  await registerTwice();
  expect(register).not.toHaveBeenCalled();
  expect(unregister).toHaveBeenCalledOnce();
});

test("a browser without service workers, or that refuses one, changes nothing", async () => {
  vi.stubEnv("DEV", false);
  register.mockRejectedValue(new DOMException("no", "SecurityError"));
  await registerTwice();
  Reflect.deleteProperty(navigator, "serviceWorker");
  vi.resetModules();
  await registerTwice();
  expect(register).toHaveBeenCalledOnce();
});
