import type { Address, Hex } from '@vaultwright/base'
import type { ExplainedCall } from '../analysis/question.ts'

/** The pasted text: a call, or the reason that it is not one. */
export type PastedCall =
  | { readonly kind: 'call'; readonly call: ExplainedCall }
  | { readonly kind: 'problem'; readonly problem: string }

/**
 * Reads a call: calldata alone, address and calldata, or JSON with `to` or `target`, `data` and `value`.
 *
 * @param target - what is called where the text does not say it.
 */
export function parsePastedCall(text: string, target: Address): PastedCall {
  const trimmed = text.trim()
  if (trimmed === '') return problem('There is no call. Paste its calldata, 0x and hex digits.')
  if (trimmed.startsWith('{')) return fromJson(trimmed, target)
  const words = trimmed.split(/[\s,]+/)
  const [first, second, third] = words
  if (words.length > 3)
    return problem(`${words.length} words are too many. Give target, calldata and value.`)
  if (second === undefined) return fromParts({ target, data: first!, value: '0' })
  return fromParts({ target: first!, data: second, value: third ?? '0' })
}

function fromJson(text: string, target: Address): PastedCall {
  let fields: Readonly<Record<string, unknown>>
  try {
    fields = JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch {
    return problem('The text is not JSON. Give {"to": "0x…", "data": "0x…", "value": "0"}.')
  }
  return fromParts({
    target: fields.to ?? fields.target ?? target,
    data: fields.data ?? fields.calldata ?? '',
    value: fields.value ?? '0',
  })
}

type CallParts = { readonly target: unknown; readonly data: unknown; readonly value: unknown }

function fromParts({ target, data, value }: CallParts): PastedCall {
  if (typeof target !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(target))
    return problem(`${shown(target)} is not an address. Give 0x and 40 hex digits.`)
  if (typeof data !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(data))
    return problem(`${shown(data)} is not calldata. Give 0x and an even number of hex digits.`)
  const wei = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof wei !== 'string' || !/^(0|[1-9][0-9]{0,77}|0x[0-9a-fA-F]{1,64})$/.test(wei))
    return problem(`${shown(value)} is not a value. Give wei as a whole number.`)
  return {
    kind: 'call',
    call: { target: target as Address, data: data as Hex, value: String(BigInt(wei)) },
  }
}

function problem(text: string): PastedCall {
  return { kind: 'problem', problem: text }
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
