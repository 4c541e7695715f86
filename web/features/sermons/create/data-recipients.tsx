import type { Disclosure } from "../../../../shared/disclosure.ts";

/** Which service receives what. */
export function DataRecipients({ disclosure: { writer, voice, image } }: { disclosure: Disclosure }) {
  return (
    <ul className="grid list-disc gap-2 pl-5">
      {writer ? (
        <li>
          <strong>{writer}</strong> gets the topic as you write it, and the titles of your recent sermons, and writes the text.
        </li>
      ) : null}
      {voice ? (
        <li>
          <strong>{voice}</strong> gets the text of the sermon, in which your words can come back, and reads it aloud.
        </li>
      ) : null}
      {image ? (
        <li>
          <strong>{image}</strong> gets a scene and an hour, such as “a small house in the fields, at dusk”, and paints it. None
          of your words.
        </li>
      ) : null}
      <li>None of them gets your name, your email address or anything else of your account.</li>
    </ul>
  );
}
