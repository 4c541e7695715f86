import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { onlineManager } from "@tanstack/react-query";
import { Outlet } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KEPT } from "../../../shared/messages/kept.ts";
import { answers, offline, storeSession, testUser, toasts, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import { subscriber } from "../../features/billing/test-plans.ts";
import { keepSermon } from "../../features/sermons/kept/change-kept.ts";
import { installCaches, removeCaches, room, stores } from "../../features/sermons/kept/test-caches.ts";
import { answerForLibrary, idOf, library, libraryRow } from "./test-kept-backend.ts";
import { stopListening } from "../../features/sermons/listening/current.ts";
import { forgetKept, keptCacheName } from "../../lib/kept.ts";
import KeptLink from "../../shell/kept-link.tsx";
import { OfflineBanner } from "../../shell/offline-banner.tsx";
import MySermons from "./my-sermons.tsx";
import Profile from "./profile.tsx";
import Sermon from "./sermon.tsx";
import SignOut from "./sign-out.tsx";
import SignedInOnly from "./signed-in.tsx";

beforeEach(() => {
  onlineManager.setOnline(true);
  storeSession();
  installCaches();
  answerForLibrary([libraryRow(1), libraryRow(2)]);
  answers.set("GET /rest/v1/sermon_notes", () => Response.json([]));
  answers.set("POST /storage/v1/object/sign/sermon-audio", () => Response.json([]));
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:kept");
});
afterEach(async () => {
  act(() => stopListening());
  // What still waits for the network asks no more.
  cleanup();
  await forgetKept();
  removeCaches();
  vi.restoreAllMocks();
});

function goOffline(): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  onlineManager.setOnline(false);
  for (const to of answers.keys()) answers.set(to, offline);
}
const keep = (n: number) => keepSermon(testUser.id, idOf(n), () => {});
const pages = [
  {
    element: (
      <>
        <OfflineBanner>
          <KeptLink />
        </OfflineBanner>
        <Outlet />
      </>
    ),
    children: [
      {
        element: <SignedInOnly />,
        children: [
          { path: "/dashboard", element: "The dashboard" },
          { path: "/my-sermons", element: <MySermons /> },
          { path: "/sermon/:id", element: <Sermon /> },
          { path: "/profile", element: <Profile /> },
          { path: "/sign-out", element: <SignOut /> },
        ],
      },
      { path: "/login", element: "Sign in here" },
    ],
  },
];
const open = (path: string) => visit(path, pages);
const keepButton = () => screen.findByRole("button", { name: /^Keep offline/ });

test("a sermon is kept from its page, which says the size before, and is taken off again", async () => {
  open(`/sermon/${idOf(1)}`);
  const audio = await vi.waitFor(() => {
    const found = document.querySelector("audio");
    if (!found?.src) throw new Error("no address yet");
    return found;
  }, waitOptions);
  Object.defineProperty(audio, "duration", { value: 300, configurable: true });
  fireEvent(audio, new Event("loadedmetadata"));
  fireEvent.click(await screen.findByRole("button", { name: "Keep offline, 1.9 MB" }));
  fireEvent.click(await screen.findByRole("button", { name: KEPT.kept }));
  expect(toasts()).toEqual([[KEPT.isKept]]);
  await keepButton();
  expect(toasts()).toEqual([[KEPT.isKept], [KEPT.isRemoved]]);
});

test("while it is being kept the button says how far that is, and a second press begins nothing", async () => {
  const asked = Promise.withResolvers<void>();
  const body = new TransformStream<Uint8Array, Uint8Array>();
  let requests = 0;
  answers.set("GET /audio-cors-proxy", () => {
    requests++;
    asked.resolve();
    return new Response(body.readable, { headers: { "content-length": "10" } });
  });
  open(`/sermon/${idOf(1)}`);
  fireEvent.click(await keepButton());
  await asked.promise;
  const writer = body.writable.getWriter();
  await writer.write(new Uint8Array(4));
  fireEvent.click(await screen.findByRole("button", { name: "Keeping 40 %" }));
  await writer.write(new Uint8Array(6));
  await writer.close();
  await screen.findByRole("button", { name: KEPT.kept });
  expect(requests).toBe(1);
});

test("a full device is said in plain words, and the sermon can be kept later", async () => {
  room.bytes = 60;
  open(`/sermon/${idOf(1)}`);
  fireEvent.click(await keepButton());
  await expect.poll(toasts, waitOptions).toEqual([[KEPT.full, KEPT.fullDetails]]);
  room.bytes = Infinity;
  fireEvent.click(await keepButton());
  await screen.findByRole("button", { name: KEPT.kept });
});

test("without a network the library shows what is kept, and a sermon opens from there with its text", async () => {
  await keep(1);
  goOffline();
  open("/my-sermons");
  await screen.findByText(KEPT.onlyThese);
  const list = within(screen.getByRole("list", { name: "Sermons" }));
  expect(list.getAllByRole("listitem")).toHaveLength(1);
  expect(list.getByText(KEPT.mark)).toBeDefined();
  fireEvent.click(list.getByRole("link", { name: "topic 1" }));
  expect(await screen.findByText("Text of 1.")).toBeDefined();
  await expect.poll(() => document.querySelector("audio")?.src, waitOptions).toBe("blob:kept");
});

test("the banner leads to what is kept, and says nothing of it where nothing is", async () => {
  await keep(1);
  goOffline();
  const router = open("/dashboard");
  fireEvent.click(await screen.findByRole("link", { name: KEPT.toKept(1) }));
  await screen.findByText(KEPT.onlyThese);
  expect(router.state.location.pathname).toBe("/my-sermons");
  expect(screen.queryByRole("link", { name: KEPT.toKept(1) })).toBeNull();
});

test("with a network the library marks what is kept", async () => {
  await keep(1);
  open("/my-sermons");
  await screen.findByText(KEPT.mark);
  const marked = screen.getAllByRole("listitem").filter((card) => within(card).queryByText(KEPT.mark));
  expect(marked.map((card) => within(card).getByRole("heading").textContent)).toEqual(["topic 1"]);
});

test("a sermon that is deleted leaves the device, and Undo keeps it again", async () => {
  await keep(1);
  answers.set("POST /rest/v1/rpc/trash_sermons", () => {
    library.rows = [libraryRow(2)];
    return Response.json([idOf(1)]);
  });
  answers.set("POST /rest/v1/rpc/restore_sermons", () => {
    library.rows = [libraryRow(1), libraryRow(2)];
    return Response.json([idOf(1)]);
  });
  answers.set("POST /rest/v1/rpc/list_trash", () => Response.json([]));
  open("/my-sermons");
  await screen.findByText(KEPT.mark);
  fireEvent.click(screen.getByRole("button", { name: "Delete topic 1" }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  const documents = () => [...(stores.get(keptCacheName(testUser.id))?.keys() ?? [])].filter((name) => name.includes(idOf(1)));
  await expect.poll(documents, waitOptions).toEqual([]);
  const { toastStore } = await import("../../ui/toast-store.ts");
  toastStore
    .current()
    .find(({ action }) => action)
    ?.action?.onClick();
  await expect.poll(async () => documents().length, waitOptions).toBeGreaterThan(4);
});

const section = async () => within(await screen.findByRole("region", { name: KEPT.title }));
function answerForProfile() {
  answers.set("GET /rest/v1/customers", () => Response.json([]));
  answers.set("GET /rest/v1/profiles", () => Response.json([{ full_name: "Ruth", avatar_url: null, bible_translation: "WEB" }]));
  answers.set("POST /functions/v1/check-subscription", () => Response.json(subscriber));
}

test("the profile lists what is kept with its size, and keeps the last ten when asked", async () => {
  answerForProfile();
  open("/profile");
  expect(await (await section()).findByText(KEPT.none)).toBeDefined();
  const box = (await section()).getByRole<HTMLInputElement>("checkbox", { name: /^Keep the last ten/ });
  fireEvent.click(box);
  expect([box.checked, box.getAttribute("aria-busy")]).toEqual([true, "true"]);
  expect(await (await section()).findByText(/^2 sermons, 0\.1 MB\./)).toBeDefined();
  const rows = within((await section()).getByRole("list", { name: KEPT.title })).getAllByRole("listitem");
  expect(rows.map((row) => within(row).getByRole("link").textContent)).toEqual(["Written 2", "Written 1"]);
  fireEvent.click((await section()).getByRole("button", { name: `${KEPT.remove}: Written 2` }));
  expect(await (await section()).findByText(/^One sermon, /)).toBeDefined();
});

test("Free space asks, then takes everything off and turns the last ten off", async () => {
  await keep(1);
  answerForProfile();
  open("/profile");
  fireEvent.click(await (await section()).findByRole("button", { name: KEPT.free }));
  const question = within(await screen.findByRole("alertdialog", { name: KEPT.freeTitle }));
  fireEvent.click(question.getByRole("button", { name: KEPT.free }));
  expect(await (await section()).findByText(KEPT.none)).toBeDefined();
  expect([...stores.keys()]).toEqual([]);
});

const waysOut: [string, () => void][] = [
  ["Sign Out", () => answers.set("POST /auth/v1/logout", () => new Response(null, { status: 204 }))],
  ["Sign Out without a network", goOffline],
];
test.each(waysOut)("%s removes what is kept", async (_way, prepare) => {
  await keep(1);
  prepare();
  vi.spyOn(location, "assign").mockImplementation(() => {});
  open("/sign-out");
  fireEvent.click(await screen.findByRole("button", { name: "Sign Out" }));
  await expect.poll(() => [...stores.keys()], waitOptions).toEqual([]);
});

test("a session that was ended elsewhere takes along what is kept here", async () => {
  await keep(1);
  storeSession({ expiresIn: -10 });
  answers.set("POST /auth/v1/token", () =>
    Response.json(
      { code: "refresh_token_not_found", message: "gone" },
      { status: 400, headers: { "x-supabase-api-version": "2024-01-01" } },
    ),
  );
  open("/my-sermons");
  await screen.findByText("Sign in here");
  await expect.poll(() => [...stores.keys()], waitOptions).toEqual([]);
});

test("what somebody else kept on this device goes with the next sign-in", async () => {
  stores.set(keptCacheName(idOf(9)), new Map());
  open("/my-sermons");
  await screen.findByRole("link", { name: "topic 1" });
  await expect.poll(() => [...stores.keys()], waitOptions).toEqual([]);
});

test("a browser that can't keep anything offers nothing, and says so in the profile", async () => {
  vi.unstubAllGlobals();
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof fetch>(async () => Response.json(null)),
  );
  removeCaches();
  const { default: OnThisDevice } = await import("../../features/sermons/kept/on-this-device.tsx");
  visit("/", [{ path: "/", element: <OnThisDevice userId={testUser.id} /> }]);
  expect(await screen.findByText(KEPT.unable)).toBeDefined();
});
