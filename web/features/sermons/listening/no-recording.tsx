import { Volume2 } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { useDeviceVoices } from "./device-voices.ts";
import { changeReader } from "./listen.ts";

/** In place of the player: a sermon without a recording can be read by a voice of the device. */
export function NoRecording() {
  const { local } = useDeviceVoices();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <p className="min-w-0 flex-1 basis-64 text-muted-foreground">
        The audio file is currently unavailable. You can still read the sermon content.
      </p>
      {local.length > 0 ? (
        <Button variant="outline" onClick={() => changeReader({ byDevice: true })}>
          <Volume2 aria-hidden />
          Read by this device
        </Button>
      ) : null}
    </div>
  );
}
