import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { ChoiceGroup } from "./choice-group.tsx";
import { useListening } from "./current.ts";
import { DeviceVoice } from "./device-voice.ts";
import { chooseDeviceVoice, useDeviceVoices } from "./device-voices.ts";
import { changeReader } from "./listen.ts";
import { useListeningSettings } from "./settings.ts";

const READERS = [
  { value: false, label: "The recording" },
  { value: true, label: "Read by this device" },
];

/** Who reads: the recording, or a voice of this device. Nothing where the browser has no voice. */
export function ReaderChoice() {
  const { local, remote } = useDeviceVoices();
  const { deviceVoice } = useListeningSettings();
  const listening = useListening();
  const [isRemoteShown, setRemoteShown] = useState(false);
  const isByDevice = listening?.playback instanceof DeviceVoice;
  const current = chooseDeviceVoice(deviceVoice);
  if (local.length === 0 && remote.length === 0) return null;
  const choose = (address: string) => changeReader({ byDevice: true, deviceVoice: address });
  return (
    <div className="grid gap-3">
      <ChoiceGroup
        legend="Voice"
        options={local.length > 0 || isByDevice ? READERS : READERS.slice(0, 1)}
        value={isByDevice}
        onChange={(byDevice) => changeReader({ byDevice })}
      />
      {isByDevice && local.length > 0 ? (
        <VoiceSelect label="Voice of this device" voices={local} value={current?.voiceURI} onChange={choose} />
      ) : null}
      {remote.length > 0 && (isByDevice || local.length === 0) ? (
        isRemoteShown ? (
          <div className="grid gap-2">
            <p className="text-sm text-muted-foreground">
              These voices do not speak on this device. The maker of your browser is sent each sentence of the sermon while it is
              read.
            </p>
            <VoiceSelect label="Voice over the network" voices={remote} value={current?.voiceURI} onChange={choose} />
          </div>
        ) : (
          <Button variant="outline" size="sm" className="min-h-11 justify-self-start" onClick={() => setRemoteShown(true)}>
            Voices over the network
          </Button>
        )
      ) : null}
    </div>
  );
}

interface VoiceSelectProps {
  label: string;
  voices: readonly SpeechSynthesisVoice[];
  value: string | undefined;
  onChange: (address: string) => void;
}

function VoiceSelect({ label, voices, value, onChange }: VoiceSelectProps) {
  const isOneOfThem = voices.some(({ voiceURI }) => voiceURI === value);
  return (
    <select
      aria-label={label}
      value={isOneOfThem ? value : ""}
      onChange={({ target }) => onChange(target.value)}
      className="min-h-11 w-full min-w-0 rounded-md border border-input bg-transparent px-3 [&>option]:bg-popover"
    >
      {isOneOfThem ? null : (
        <option value="" disabled>
          Choose a voice
        </option>
      )}
      {voices.map(({ voiceURI, name }) => (
        <option key={voiceURI} value={voiceURI}>
          {name}
        </option>
      ))}
    </select>
  );
}
