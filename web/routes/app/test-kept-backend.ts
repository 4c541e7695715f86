import { answers, testUser } from "../../features/auth/test-backend.tsx";

const PLAIN = { "content-type": "audio/mpeg" };

export const idOf = (n: number): string => `2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c${String(n).padStart(2, "0")}`;
export const TIMINGS = { version: 1, seconds: 30, sentences: [] };

/** A sermon of the library. Its recording is `take`. */
export function libraryRow(n: number, take = "a") {
  const file = `${testUser.id}/${idOf(n)}/${take}`;
  return {
    id: idOf(n),
    title: `topic ${n}`,
    written_title: `Written ${n}`,
    content: `# Written ${n}\n\nText of ${n}.`,
    audio_url: `${file}.mp3` as string | null,
    image_url: `${file}.webp` as string | null,
    created_at: `2026-11-${String(n).padStart(2, "0")}T08:00:00+00:00`,
    is_favourite: false,
  };
}
type Row = ReturnType<typeof libraryRow>;

/** What the library has; tests change it. */
export const library: { rows: Row[]; places: object[] } = { rows: [], places: [] };

/** Answers for the sermons of `library` as the API does, and for their files; returns how often each file was fetched. */
export function answerForLibrary(rows: Row[]): Map<string, number> {
  library.rows = rows;
  library.places = [];
  const fetched = new Map<string, number>();
  const file = (path: string, body: () => Response) => () => {
    fetched.set(path, (fetched.get(path) ?? 0) + 1);
    return body();
  };
  answers.set("GET /rest/v1/sermons", ({ query }) => {
    const asked = query.get("id");
    const newest = library.rows.toSorted((a, b) => b.created_at.localeCompare(a.created_at));
    const found = newest.filter(({ id }) => asked === null || asked.includes(id));
    return Response.json(found.slice(0, Number(query.get("limit") ?? found.length)));
  });
  answers.set("GET /rest/v1/sermon_positions", () => Response.json(library.places));
  answers.set("GET /rest/v1/generation_steps", () => Response.json([{ alt: "A lamp" }]));
  const tell = (row: Row) => {
    if (row.audio_url === null) return;
    const { audio_url: audio } = row;
    answers.set(`POST /storage/v1/object/sign/sermon-audio/${audio}`, () =>
      Response.json({ signedURL: `/object/sign/sermon-audio/${audio}?token=t` }),
    );
    answers.set(
      `GET /storage/v1/object/sermon-audio/${audio.replace("mp3", "json")}`,
      file("timings", () => Response.json(TIMINGS)),
    );
    answers.set(
      `GET /storage/v1/object/public/sermon-images/${row.image_url}`,
      file("picture", () => new Response("picture")),
    );
  };
  for (const row of rows) tell(row);
  answers.set("GET /audio-cors-proxy", ({ query }) =>
    file(query.get("path") ?? "", () => new Response(`sound of ${query.get("path")}`, { headers: PLAIN }))(),
  );
  return fetched;
}
