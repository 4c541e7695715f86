import * as endpoints from "../../shared/endpoints/sermons.ts";
import { implement } from "../endpoints/implement.ts";
import { FunctionError } from "../endpoints/errors.ts";
import { findEntitledGeneration } from "./find-entitled-generation.ts";
import { requestDeadline } from "./generate-sermon.ts";
import { imageOutput } from "./generation.ts";
import { finishedStep } from "./observe-step.ts";
import { retryImage } from "./retry-image.privileged.ts";

/**
 * POST generate-image: waits for the image of one of the caller's generations; tries it again if it failed and `again` is set.
 */
export const generateImage = implement(endpoints.generateImage, async ({ context, caller, body, reply }) => {
  const grant = await findEntitledGeneration(context, caller, body);
  if (!grant) throw new FunctionError(403, "not_granted", "Images are made only for sermons that were written for you.");

  const signal = requestDeadline(context, reply);
  const drawn = () => finishedStep(context, caller, grant.id, "image", signal);
  let step = await drawn();
  if (step?.status === "error" && body.again) {
    // Wait for the runner, which may still be recording; meanwhile another request may have retried the image.
    await finishedStep(context, caller, grant.id, "save", signal);
    step = await drawn();
    if (step?.status === "error") {
      await retryImage(context.db, grant.id);
      step = await drawn();
    }
  }
  if (!step)
    throw new FunctionError(
      504,
      "still_running",
      "The image is taking longer than usual. It will appear with the sermon when it is ready.",
    );
  if (step.status === "error") throw new FunctionError(502, "image_failed", "Could not generate the theme image.");
  return { fileName: imageOutput.parse(step.output).path };
});
