import type { ReportSink } from '../../define-format.js';
import type { Json } from '../../json/bounded-value.js';
import { textOf } from '../../json/json-reader.js';
import type { Variant } from '../../report.js';

/** The variant that all devices of a report share: what differs between them is not the report's. */
export class UnrealDevices {
  readonly #shared = new Map<keyof Variant, string>();
  #count = 0;

  add(device: Json, sink: ReportSink): void {
    this.#count += 1;
    for (const [part, value] of Object.entries(variantOf(device)) as [keyof Variant, string][]) {
      if (this.#count === 1) this.#shared.set(part, value);
      else if (this.#shared.get(part) !== value) this.#shared.set(part, '');
      sink.variant(part, this.#shared.get(part) ?? '');
    }
  }
}

/** Epic's machines without a model report `Default`. The name of a device is that of one machine, so it is no variant. */
function variantOf(device: Json): Required<Pick<Variant, 'platform' | 'renderer' | 'device'>> {
  const model = textOf(device, 'model');
  return {
    platform: textOf(device, 'platform'),
    renderer: [textOf(device, 'rHI'), textOf(device, 'renderMode')].filter((part) => part !== '').join(' '),
    device: model === 'Default' ? '' : model,
  };
}
