import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answers, calls, storeSession, testUser, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import { subscriber } from "../../features/billing/test-plans.ts";
import Dashboard from "./dashboard.tsx";

const ID = "2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c11";

beforeEach(() => {
  storeSession();
  answers.set("GET /rest/v1/customers", () => Response.json([]));
  answers.set("POST /functions/v1/check-subscription", () => Response.json(subscriber));
});
const open = () =>
  visit("/dashboard", [
    { path: "/dashboard", element: <Dashboard /> },
    { path: "/sermon/:id", element: "The sermon" },
  ]);

test("the sermon that was left last is offered on the dashboard, and plays on from there", async () => {
  answers.set("GET /rest/v1/sermon_positions", () =>
    Response.json([{ sermon_id: ID, seconds: 187, sermons: { title: "forgiving my father", written_title: "The Open Door" } }]),
  );
  const router = open();
  const link = await screen.findByRole("link", { name: "Continue listening at 3:07 The Open Door" });
  fireEvent.click(link);
  await screen.findByText("The sermon");
  expect(router.state.location).toMatchObject({ pathname: `/sermon/${ID}`, state: { play: true } });
});

test("places that wait here are sent before the newest is asked for", async () => {
  const place = { seconds: 40, heard: false, updated_at: "2026-11-01T12:00:00.000Z" };
  localStorage.setItem(`unsent-places.${testUser.id}`, JSON.stringify({ [ID]: place }));
  answers.set("POST /rest/v1/sermon_positions", () => new Response(null, { status: 201 }));
  open();
  const asked = () => calls.filter(({ to }) => to.endsWith("sermon_positions")).map(({ to }) => to.split(" ")[0]);
  await expect.poll(asked, waitOptions).toEqual(["POST", "GET"]);
  expect(localStorage.getItem(`unsent-places.${testUser.id}`)).toBeNull();
});

test("with nothing to go on with, or an answer that does not come, the dashboard says nothing of it", async () => {
  open();
  await screen.findByRole("textbox");
  await expect.poll(() => calls.some(({ to }) => to.endsWith("sermon_positions")), waitOptions).toBe(true);
  expect(screen.queryByText(/Continue listening/)).toBeNull();
});
