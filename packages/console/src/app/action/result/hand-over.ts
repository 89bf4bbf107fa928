import type { Address, Hex } from '@vaultwright/base'
import { type ActingStrategist, type BuildTrees, openRootProof } from '@vaultwright/check'
import { printSolidity } from '@vaultwright/formats'
import { parseAddress } from '@vaultwright/merkle'
import { emptyHandOver, type HandOver, openPacket } from '@vaultwright/packet'
import { evidenceOf, printEvidence } from '@vaultwright/review'
import {
  buildSafeBatch,
  buildSafeTransaction,
  printSafeBatch,
  type SafeAccount,
  type SafeHashes,
  type SafeTransaction,
  safeHashesOf,
} from '@vaultwright/safe'

/** Proven calldata, on its way to the people who sign it. */
export type ProvenCalldata = {
  readonly calldata: Hex
  readonly description: string
  readonly place: ActingStrategist
  readonly trees: BuildTrees
}

/** The Safe that sends it, as typed. */
export type SafeInput = { readonly safe: string; readonly version: string; readonly nonce: string }

/** Versions of the Safe contracts that are in use; 1.3.0 and later hash alike, earlier ones without chain. */
export const safeVersions = ['1.5.0', '1.4.1', '1.3.0', '1.2.0', '1.1.1', '1.0.0'] as const

/**
 * Makes the batch file of the Safe web app: one call of the Manager.
 *
 * @param createdAtMs - milliseconds since 1970, which the file names.
 */
export function safeBatchText(
  { calldata, description, place }: ProvenCalldata,
  createdAtMs: number,
): string {
  const { chainId, manager, vaultName } = place
  if (chainId === null) throw new RangeError(`The chain ${place.chain} has no known id.`)
  const batch = buildSafeBatch({
    chainId,
    safe: null,
    name: vaultName,
    description,
    createdAtMs,
    calls: [{ to: manager, value: 0n, data: calldata }],
  })
  return printSafeBatch(batch)
}

/** The hash that signers read to each other: the signing room computes the same of the batch file. */
export function packetHashOf(batchText: string): Hex {
  return openPacket(batchText).contentHash
}

/** Makes the document that proves the calldata without the tree. */
export function evidenceText({ calldata, place, trees }: ProvenCalldata): string {
  const { manager, vault, strategist, chainId } = place
  const { file, managerFile } = trees
  const evidence = evidenceOf({
    calldata,
    tree: file.tree,
    ...(managerFile === null ? {} : { managerTree: managerFile.tree }),
    manager,
    vault,
    strategist,
    chainId,
  })
  return printEvidence(evidence)
}

/** A transaction of a Safe, and the account that its hash is of. */
export type HandedTransaction = {
  readonly transaction: SafeTransaction
  readonly account: SafeAccount
}

/**
 * Computes what a hardware wallet shows when a Safe sends the calldata to the Manager.
 *
 * @throws errors of `safe` for an address, a version or a nonce that is none.
 */
export function safeHashesFor(proven: ProvenCalldata, input: SafeInput): SafeHashes {
  const { transaction, account } = safeTransactionFor(proven, input)
  return safeHashesOf(transaction, account)
}

/**
 * Makes the transaction by which a Safe sends the calldata to the Manager.
 *
 * @throws errors of `safe` for an address or a nonce that is none.
 */
export function safeTransactionFor(
  { calldata, place }: ProvenCalldata,
  input: SafeInput,
): HandedTransaction {
  const { chainId, manager } = place
  if (chainId === null) throw new RangeError(`The chain ${place.chain} has no known id.`)
  const safe: Address = parseAddress(input.safe.trim())
  // One call needs no library that joins several.
  const options = { multiSend: manager, nonce: nonceOf(input.nonce.trim()) }
  const transaction = buildSafeTransaction([{ to: manager, value: 0n, data: calldata }], options)
  return { transaction, account: { safe, chainId, version: input.version } }
}

/** The facts that a signer needs beside the packet, as far as they are known. */
export type SignerInputs = {
  readonly input: SafeInput
  /** Answer of `getRootProof`; null where the service gave none. */
  readonly rootProof: string | null
  readonly simulationId: string | null
}

/**
 * Puts together what opens the signing room complete: the Safe with version and nonce, the vault, the
 * trees, and the proof that the root is in force.
 *
 * @throws errors of `safe` for an address or a nonce that is none; an empty one is left out.
 */
export function signerFileOf(
  { place, trees }: ProvenCalldata,
  { input, rootProof, simulationId }: SignerInputs,
): HandOver {
  const { file, managerFile } = trees
  const [safe, nonce] = [input.safe.trim(), input.nonce.trim()]
  return {
    ...emptyHandOver,
    safe: safe === '' ? null : parseAddress(safe),
    version: input.version,
    nonce: nonce === '' ? null : nonceOf(nonce),
    vault: place.vault,
    tree: printSolidity(file),
    managerTree: managerFile === null || managerFile === file ? null : printSolidity(managerFile),
    rootProof: rootProof !== null && isProofOf(rootProof, place) ? rootProof : null,
    simulationId,
  }
}

/** A proof of another root would make every call refused: it is left out, and the room asks for one. */
function isProofOf(rootProof: string, { root }: ActingStrategist): boolean {
  try {
    return openRootProof(rootProof).root.toLowerCase() === root.toLowerCase()
  } catch {
    return false
  }
}

function nonceOf(text: string): bigint {
  if (/^\d{1,20}$/.test(text)) return BigInt(text)
  throw new RangeError(`${JSON.stringify(text)} is not a nonce. Give a whole number.`)
}

/** Puts a hash into groups of four digits, as hardware wallets show it. */
export function inFours(hash: Hex): string {
  return `0x ${hash.slice(2).match(/.{4}/g)!.join(' ')}`
}
