import type { SupabaseClient } from "@supabase/supabase-js";
import type { Illustrator } from "../../server/vendors/image/image.ts";
import type { Voice } from "../../server/vendors/voice/voice.ts";
import type { Writer } from "../../server/vendors/writer/writer.ts";
import type { Database } from "@lampstand/database";
import type { GenerationVendors } from "../../server/sermons/run-generation.privileged.ts";

const CONTENT = "# Rest\n\n*Come.*\n\n## One\n\nRest for tonight.";

interface Replaced {
  writer?: Pick<Writer, "write">;
  voice?: Pick<Voice, "speak">;
  illustrator?: Pick<Illustrator, "draw">;
}

/** Vendors that answer immediately; `asked` counts their calls. Each can be replaced. */
export function testVendors(
  db: Database,
  replaced: Replaced = {},
): { vendors: GenerationVendors; asked: { writer: number; voice: number; image: number } } {
  const asked = { writer: 0, voice: 0, image: 0 };
  const writer: Writer = {
    engine: "test writer",
    remote: false,
    async *write(request, signal) {
      asked.writer++;
      for await (const event of (replaced.writer ?? plainWriter).write(request, signal)) yield event;
    },
  };
  const voice: Voice = {
    engine: "test voice",
    remote: false,
    close: async () => {},
    async speak(request, signal) {
      asked.voice++;
      return (replaced.voice ?? plainVoice).speak(request, signal);
    },
  };
  const illustrator: Illustrator = {
    engine: "test image",
    remote: false,
    async draw(brief, signal) {
      asked.image++;
      return (replaced.illustrator ?? plainIllustrator).draw(brief, signal);
    },
  };
  const bucket = { upload: async () => ({ error: null }), download: async () => ({ data: null, error: null }) };
  const supabase = { storage: { from: () => bucket } } as unknown as SupabaseClient;
  const vendors: GenerationVendors = {
    db,
    supabase,
    writer,
    voice,
    illustrator,
    budgets: { writer: null, voice: null, image: null },
  };
  return { vendors, asked };
}

export const plainWriter: Pick<Writer, "write"> = {
  async *write() {
    yield { type: "text", text: "# Rest" };
    yield {
      type: "done",
      written: {
        sermon: { title: "Rest", focus: "Come.", mainPassage: "", sections: [], prayer: [], references: [] },
        content: CONTENT,
        image: { theme: "rest", mood: "peace", seed: "1" },
        memory: ["rest:opening:1"],
      },
    };
  },
};
export const plainVoice: Pick<Voice, "speak"> = {
  speak: async ({ voice }) => ({
    mp3: new Uint8Array([1]),
    seconds: 1,
    timings: { version: 1, seconds: 1, sentences: [] },
    voice,
  }),
};
export const plainIllustrator: Pick<Illustrator, "draw"> = {
  draw: async () => ({ webp: new Uint8Array([1]), width: 1536, height: 864, alt: "A hill at dawn." }),
};
