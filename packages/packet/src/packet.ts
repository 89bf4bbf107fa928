import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { isWitness } from '@vaultwright/proof'
import {
  openSignedCall,
  openSignedDocument,
  readJsonText,
  type SignedCall,
} from '@vaultwright/safe'
import { contentHashOf } from './content.ts'
import { type HandOver, HandOverError } from './file/hand-over.ts'
import { splitPacketFile } from './file/packet-file.ts'

/** The form of dropped or pasted input. */
export type PacketForm =
  | 'calldata'
  | 'safe_batch'
  | 'safe_transaction'
  | 'typed_data'
  | 'evidence'
  | 'simulation'

/** Something that signers are asked to sign, opened. */
export type Packet = {
  readonly form: PacketForm
  /** The call with all calls inside. */
  readonly call: SignedCall
  /** The statements of the document around the calldata, which nothing proves. */
  readonly stated: PacketStatement
  /** The hash that signers read to each other, 32 bytes. */
  readonly contentHash: Hex
  /** Bytes of the text, without a witness in it. */
  readonly size: number
  /** The text without a witness in it. */
  readonly text: string
  /** The witness of a simulation that came in the same file, not read yet; null without one. */
  readonly witness: string | null
  /** Under which name a service keeps the simulation of the packet; null where it does not say. */
  readonly simulationId: string | null
  /** The facts that the maker of the file put beside the packet; null where it is the packet alone. */
  readonly handOver: HandOver | null
}

/** The statements of a document; null where it has none. */
type PacketStatement = {
  readonly strategist: Address | null
  readonly root: Hex | null
  readonly chainId: number | null
}

/** The largest packet that is read: 8 MiB, without its witness. */
const largestPacket = 8 * 1024 * 1024
/** The largest witness that is read: 80 MiB, since 32 MiB of proofs are twice as long in hex. */
export const largestWitness = 80 * 1024 * 1024

const nothingStated: PacketStatement = { strategist: null, root: null, chainId: null }
const encoder = new TextEncoder()

/**
 * Opens whatever people are asked to sign: calldata of a Manager, a Safe, a MultiSend or a timelock as
 * hex; a Safe batch file, the Safe service's transaction, EIP-712 typed data, an evidence document or a
 * simulation as JSON. A witness may stand in the file: of `printPacketFile`, or in a simulation.
 *
 * @returns the packet; calls inside that cannot be read keep their `problem`.
 * @throws {PacketFormError} when it is none of these.
 * @throws errors as `openSignedCall` and `openSignedDocument` for the outermost layer.
 */
export function openPacket(text: string): Packet {
  if (text.length > largestPacket + largestWitness) throw tooLarge(text.length)
  const { text: document, witness, simulationId, handOver } = splitPacketFile(text, jsonIn(text))
  const size = encoder.encode(document).length
  if (size > largestPacket) throw tooLarge(size)
  const { form, call, stated } = openForm(document.trim())
  if (handOver !== null) assertHandOver(handOver, call, stated)
  const contentHash = contentHashOf(call, { chainId: stated.chainId, to: null })
  return { form, call, stated, contentHash, size, text: document, witness, simulationId, handOver }
}

/** Facts beside a packet fill in what the packet leaves out, and never say otherwise. */
function assertHandOver(handOver: HandOver, { facts }: SignedCall, stated: PacketStatement): void {
  const packetFacts = facts as { readonly [key in 'safe' | 'chainId' | 'nonce']?: unknown }
  const pairs = [
    ['Safe', packetFacts.safe, handOver.safe],
    ['chain', packetFacts.chainId ?? stated.chainId, handOver.chainId],
    ['nonce', packetFacts.nonce, handOver.nonce],
  ] as const
  for (const [name, inside, beside] of pairs) {
    const isSame = String(inside).toLowerCase() === String(beside).toLowerCase()
    if (inside != null && beside !== null && !isSame)
      throw new HandOverError(`the ${name} is ${beside}, and the packet's own is ${inside}`)
  }
}

function tooLarge(size: number): PacketFormError {
  return new PacketFormError(`has ${size} bytes, more than ${largestPacket}`)
}

/** Undefined where the text is not JSON, or has two readings: `openForm` says so. */
function jsonIn(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined
  const json = readJsonText(text.trim())
  return json.ok ? json.value : undefined
}

type Opened = Pick<Packet, 'form' | 'call' | 'stated'>

function openForm(text: string): Opened {
  if (/^[{[]/.test(text)) return openJson(text)
  if (!/^0x(?:[0-9a-fA-F]{2})+$/.test(text)) {
    throw new PacketFormError(text === '' ? 'is empty' : 'is neither hex of whole bytes nor JSON')
  }
  return { form: 'calldata', call: openCalldata(null, text as Hex), stated: nothingStated }
}

function openJson(text: string): Opened {
  const json = readJsonText(text)
  if (!json.ok) throw new PacketFormError(json.why)
  const row = rowOf(json.value)
  if (isWitness(row)) {
    throw new PacketFormError('is the witness of a simulation, which stands beside a packet')
  }
  if (row?.format === 'vaultwright-packet') {
    throw new PacketFormError('is a file of packet and witness whose form is not known')
  }
  if (row?.format === 'vaultwright-evidence') return openProof(row, 'evidence', 'manager')
  const inner = rowOf(row?.data) ?? row
  if (inner !== null && 'encoded_tx_data' in inner) {
    return openProof(inner, 'simulation', 'target')
  }
  const call = openSignedDocument(text)
  const isTyped = row !== null && 'primaryType' in row
  const form =
    call.kind === 'safe_batch' ? 'safe_batch' : isTyped ? 'typed_data' : 'safe_transaction'
  return { form, call, stated: nothingStated }
}

/** Only the calldata of such a document is judged; what it says of itself is shown as said. */
function openProof(row: JsonRow, form: 'evidence' | 'simulation', managerKey: string): Opened {
  const { encoded_tx_data: data, [managerKey]: manager, chain_id: chainId, root } = row
  if (typeof data !== 'string' || !/^0x(?:[0-9a-fA-F]{2})+$/.test(data)) {
    throw new PacketFormError('has no calldata in encoded_tx_data')
  }
  if (typeof manager !== 'string') throw new PacketFormError(`has no account in ${managerKey}`)
  const strategist = row.strategist ?? row.strategist_address ?? null
  return {
    form,
    call: openCalldata(parseAddress(manager), data as Hex),
    stated: {
      strategist: typeof strategist === 'string' ? parseAddress(strategist) : null,
      root: typeof root === 'string' && /^0x[0-9a-fA-F]{64}$/.test(root) ? (root as Hex) : null,
      chainId: Number.isSafeInteger(chainId) ? (chainId as number) : null,
    },
  }
}

function openCalldata(to: Address | null, data: Hex): SignedCall {
  return openSignedCall({ to, value: 0n, operation: 'call', data })
}

type JsonRow = { readonly [key: string]: unknown }

function rowOf(value: unknown): JsonRow | null {
  const isRow = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRow ? (value as JsonRow) : null
}

/** A text is nothing that people sign. */
class PacketFormError extends BaseError {
  override readonly code = 'packet_form'
  override readonly kind = 'damaged_data'

  constructor(why: string) {
    super({
      message: `The packet ${why}. Give calldata as hex, a Safe batch file, a Safe transaction, EIP-712 typed data, an evidence document or a simulation as JSON.`,
      facts: { why },
    })
  }
}
