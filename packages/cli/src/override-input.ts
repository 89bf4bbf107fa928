import type { Address, Hex } from '@vaultwright/base'
import type { AccountOverride, StateOverrides } from '@vaultwright/chain'
import { parseAddress } from '@vaultwright/merkle'
import type { Context } from './context.ts'
import { hexOf } from './hex-input.ts'
import { readJson } from './input.ts'
import { amountAt, assertKnown, fieldsOf, ShapeError, textAt } from './shape.ts'

/**
 * Reads what accounts shall look like before a simulation:
 * `{"0x…": {balance?, nonce?, code?, state?, stateDiff?}}`.
 *
 * @throws {ShapeError} where it has another shape, {InvalidAddressError} {InvalidHexError}, and what reading throws.
 */
export async function readOverrides(
  path: string | undefined,
  context: Context,
): Promise<StateOverrides | undefined> {
  return path === undefined ? undefined : parseOverrides(await readJson(path, context), 'overrides')
}

/**
 * Reads overrides from an object.
 *
 * @throws {ShapeError} where it has another shape.
 */
export function parseOverrides(value: unknown, place: string): StateOverrides {
  const entries = Object.entries(fieldsOf(value, place)).map(([name, one]) => {
    const address: Address = parseAddress(name)
    return [address, overrideAt(one, `${place}[${JSON.stringify(name)}]`)]
  })
  return Object.fromEntries(entries)
}

function overrideAt(value: unknown, place: string): AccountOverride {
  const fields = fieldsOf(value, place)
  assertKnown(fields, ['balance', 'nonce', 'code', 'state', 'stateDiff'], place)
  if (fields.state !== undefined && fields.stateDiff !== undefined) {
    throw new ShapeError(place, 'either state or stateDiff', 'both')
  }
  const amount = (name: 'balance' | 'nonce') =>
    fields[name] === undefined ? {} : { [name]: amountAt(fields[name], `${place}.${name}`) }
  const slots = (name: 'state' | 'stateDiff') =>
    fields[name] === undefined ? {} : { [name]: slotsAt(fields[name], `${place}.${name}`) }
  const code =
    fields.code === undefined ? {} : { code: hexOf(textAt(fields.code, `${place}.code`)) }
  return {
    ...amount('balance'),
    ...amount('nonce'),
    ...code,
    ...slots('state'),
    ...slots('stateDiff'),
  }
}

function slotsAt(value: unknown, place: string): Readonly<Record<Hex, Hex>> {
  const entries = Object.entries(fieldsOf(value, place)).map(([slot, word]) => {
    const here = `${place}[${JSON.stringify(slot)}]`
    return [wordAt(slot, here), wordAt(word, here)]
  })
  return Object.fromEntries(entries)
}

function wordAt(value: unknown, place: string): Hex {
  const text = textAt(value, place)
  if (/^0x[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase() as Hex
  throw new ShapeError(place, 'a word of 32 bytes in hex', value)
}
