import { readFileSync } from 'node:fs'
import type { Hex } from '@vaultwright/base'

// Contracts of a few bytes, written by hand, so that what a read must answer is known.

/** Returns the number of its block. */
export const blockNumberCode: Hex = '0x4360005260206000f3'

/** Returns who called it. */
export const callerCode: Hex = '0x3360005260206000f3'

/** Reverts with the word 0xaa. */
export const revertingCode: Hex = '0x60aa60005260206000fd'

/** Logs the first word it is given as topic, and the number of its block as data. */
export const loggingCode: Hex = '0x4360005260003560206000a100'

/**
 * Makes a contract that answers every call with an entry of a mapping from its first argument.
 *
 * @param slot - the mapping's slot, below 256.
 * @returns code.
 */
export function mappingCode(slot: number): Hex {
  return `0x60043560005260${byte(slot)}60205260406000205460005260206000f3`
}

/**
 * Makes a contract that answers each function with constant bytes and reverts on all others.
 *
 * @param answers - bytes by selector.
 * @returns code.
 */
export function constantCode(answers: Readonly<Record<Hex, Hex>>): Hex {
  const rows = Object.entries(answers).map(([key, data]) => ({ key, data: data.slice(2) }))
  const bodySize = 16
  const bodiesAt = 6 + 11 * rows.length + 5
  const dataAt = bodiesAt + bodySize * rows.length
  let offset = dataAt
  const bodies = rows.map(({ data }) => {
    const size = word16(data.length / 2)
    const body = `5b61${size}61${word16(offset)}60003961${size}6000f3`
    offset += data.length / 2
    return body
  })
  const branches = rows.map(
    ({ key }, index) => `8063${key.slice(2)}1461${word16(bodiesAt + bodySize * index)}57`,
  )
  const data = rows.map((row) => row.data)
  return `0x60003560e01c${branches.join('')}60006000fd${bodies.join('')}${data.join('')}`
}

/** The code that Multicall3 has where it is deployed, from the copy that viem carries. */
export function multicallCode(): Hex {
  const file = new URL('../../../node_modules/viem/_esm/constants/contracts.js', import.meta.url)
  const match = /multicall3Bytecode = '0x[0-9a-f]+?f3fe([0-9a-f]+)'/.exec(
    readFileSync(file, 'utf8'),
  )
  if (match === null) throw new Error('viem no longer carries the code of Multicall3')
  return `0x${match[1]}`
}

function byte(value: number): string {
  return value.toString(16).padStart(2, '0')
}

function word16(value: number): string {
  return value.toString(16).padStart(4, '0')
}
