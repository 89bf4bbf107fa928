import { type Hex, parseHexBatch, parseHexRows } from '@vaultwright/base'
import { managerSelectors } from '@vaultwright/registry'
import type { ManageCall } from '../call/call.ts'
import { finishManage, layOutManage, type ManageLayout } from './manage-layout.ts'

/**
 * Encodes calls as the calldata of `manageVaultWithMerkleVerification`.
 *
 * @param calls - in order; may be empty, which the Manager accepts.
 * @returns calldata with its selector, lower case.
 * @throws {InvalidHexError} when a proof, an address or calldata is not hex of its size.
 * @throws {UnencodableError} when a value is outside 256 bits.
 */
export function encodeManage(calls: readonly ManageCall[]): Hex {
  return encode(calls, managerSelectors.manageVaultWithMerkleVerification)
}

/**
 * Encodes calls as the bare five lists of a batch: what a flash loan carries as its user data.
 *
 * @throws {InvalidHexError} when a proof, an address or calldata is not hex of its size.
 * @throws {UnencodableError} when a value is outside 256 bits.
 */
export function encodeCalls(calls: readonly ManageCall[]): Hex {
  return encode(calls, '0x')
}

function encode(calls: readonly ManageCall[], selector: Hex): Hex {
  const layout = layOutManage(selector, {
    depths: calls.map(({ proof }) => proof.length),
    data: calls.map(({ data }) => data),
  })
  return finishManage(layout, {
    text: textOf(calls),
    places: placesOf(layout),
    values: calls.map(({ value }) => value),
    assertTexts: () => assertTexts(calls),
  })
}

/** All texts of a batch as one, in the order of the calldata; null when one is not as long as its place. */
function textOf(calls: readonly ManageCall[]): string | null {
  // Joining a list of so many texts costs more than adding one to the other.
  let text = ''
  for (const { proof } of calls) {
    for (const node of proof) {
      if (node.length !== 66) return null
      text += node
    }
  }
  for (const { decoder } of calls) {
    if (decoder.length !== 42) return null
    text += decoder
  }
  for (const { target } of calls) {
    if (target.length !== 42) return null
    text += target
  }
  for (const { data } of calls) {
    if (data.length < 2 || data.length % 2 !== 0) return null
    text += data
  }
  return text
}

/** Places of the texts: a part for each proof, one for the decoders, one for the targets, one for each data. */
function placesOf({ proofs, decoders, targets, data }: ManageLayout): Uint32Array {
  const count = proofs.length / 4
  const places = new Uint32Array(proofs.length + 8 + data.length)
  places.set(proofs)
  places.set([decoders + 12, 20, count, 32, targets + 12, 20, count, 32], proofs.length)
  places.set(data, proofs.length + 8)
  return places
}

/** Reads every text for itself, so that the first one that is wrong is named. */
function assertTexts(calls: readonly ManageCall[]): void {
  const nodes: string[] = []
  for (const { proof } of calls) for (const node of proof) nodes.push(node)
  parseHexRows(nodes, 32)
  parseHexRows([...calls.map(({ decoder }) => decoder), ...calls.map(({ target }) => target)], 20)
  parseHexBatch(calls.map(({ data }) => data))
}
