import { onlineManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { offline, storeSession, answers } from "../../features/auth/test-backend.tsx";
import { useConsentGate } from "../../features/sermons/create/consent-gate.tsx";

test("where the consent can't be fetched it goes on at once, and not with words of now when the network is back", async () => {
  storeSession();
  answers.set("GET /config.json", offline);
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  const client = new QueryClient({ defaultOptions: { queries: { retry: 3 } } });
  const { result } = renderHook(() => useConsentGate("ruth"), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const then = vi.fn();
  await result.current.before("fear of the night", then);
  expect(then).toHaveBeenCalledExactlyOnceWith("fear of the night");
});
