import type { Address } from '@vaultwright/base'
import type { ProvenCall } from '@vaultwright/builder'
import type { ManageCall } from '@vaultwright/manager'

const unknownAccount: Address = '0x00000000000000000000000000000000DEaD1234'

/** A call that no leaf permits, and what is different in it. */
export type ChangedCall = { readonly what: string; readonly call: ManageCall }

/**
 * Changes a call in each way that its leaf forbids: the target, the value, and each address or
 * number that decoders pack, wherever it stands in the calldata.
 */
export function changesOf(call: ProvenCall): readonly ChangedCall[] {
  const { data, value, leaf } = call
  const packed = new Set(leaf.arguments.map((one) => one.slice(2).toLowerCase()))
  const changes: ChangedCall[] = [
    { what: 'target', call: { ...call, target: unknownAccount } },
    { what: 'value', call: { ...call, value: value === 0n ? 1n : 0n } },
  ]
  for (const digits of packed) {
    // Half a word is packed in front of zeros, which do not stand in the calldata.
    const sought = /0{8}$/.test(digits) ? digits.slice(0, 32) : digits
    const body = data.slice(10)
    // A zero is everywhere.
    if (/^0+$/.test(sought) || !body.includes(sought)) continue
    const altered = `${sought.slice(0, -1)}${sought.endsWith('1') ? '2' : '1'}`
    const changed = body.replaceAll(sought, altered)
    changes.push({
      what: `0x${digits}`,
      call: { ...call, data: `${data.slice(0, 10)}${changed}` as typeof data },
    })
  }
  return changes
}
