import { type Address, BaseError, type Hex, parseHex, printHex } from '@vaultwright/base'
import {
  type AbiValue,
  decodeCall,
  decodeTuple,
  encodeCall,
  encodeTuple,
  parseAbiTuple,
  parseSignature,
  selectorOf,
  UndecodableCallError,
} from '@vaultwright/manager'
import { checksumOf, keccak256 } from '@vaultwright/merkle'

/** Terms of an order of GPv2, as its settlement hashes them. Source: GPv2Order.Data. */
export type OrderTerms = {
  readonly sellToken: Address
  readonly buyToken: Address
  readonly receiver: Address
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  /** Unix seconds, 32 bits. */
  readonly validTo: bigint
  readonly appData: Hex
  readonly feeAmount: bigint
  readonly kind: 'sell' | 'buy'
  readonly isPartiallyFillable: boolean
  readonly sellTokenBalance: 'erc20' | 'external' | 'internal'
  readonly buyTokenBalance: 'erc20' | 'internal'
}

/** The content of the 56 bytes of a uid: the order's digest, who owns it, until when it may be filled. */
type OrderUid = {
  readonly digest: Hex
  readonly owner: Address
  /** Unix seconds, 32 bits. */
  readonly validTo: bigint
}

/** A call of `setPreSignature` with the order behind its arguments. */
type PreSignature = { readonly uid: Hex; readonly terms: OrderTerms }

/** The twelve words of an order with their names, as a tuple. */
export const orderTupleText =
  '(address sellToken, address buyToken, address receiver, uint256 sellAmount, uint256 buyAmount, uint32 validTo, bytes32 appData, uint256 feeAmount, bytes32 kind, bool partiallyFillable, bytes32 sellTokenBalance, bytes32 buyTokenBalance)'

/** `appData` of an order without a document: the hash of `{}`. No partner fee, no hooks. */
export const emptyAppData: Hex =
  '0xb48d38f93eaa084033fc5970bf96e559c33c4cdc07d889ab00b4d63f9590739d'

const orderTuple = parseAbiTuple(orderTupleText)
const domainTuple = parseAbiTuple('(bytes32, bytes32, bytes32, uint256, address)')
const preSign = parseSignature('setPreSignature(bytes orderUid, bool signed)')
const preSignSelector = selectorOf(preSign.canonical)
const preSignSize = 548

/**
 * Encodes the twelve words of an order.
 *
 * @returns 384 bytes.
 * @throws {UnencodableError} when a value does not fit its type.
 */
export function encodeOrder(terms: OrderTerms): Hex {
  return encodeTuple(orderTuple, valuesOf(terms))
}

/**
 * Reads the twelve words of an order: the inverse of `encodeOrder`.
 *
 * @throws {InvalidOrderError} when they are not exactly an order.
 */
export function decodeOrder(words: Hex): OrderTerms {
  if (words.length !== 2 + 2 * orderTuple.headSize)
    throw new InvalidOrderError('384 bytes are expected')
  const v = wordsOf(words)
  return {
    sellToken: v[0] as Address,
    buyToken: v[1] as Address,
    receiver: v[2] as Address,
    sellAmount: v[3] as bigint,
    buyAmount: v[4] as bigint,
    validTo: v[5] as bigint,
    appData: v[6] as Hex,
    feeAmount: v[7] as bigint,
    kind: nameOf(v[8] as Hex, ['sell', 'buy']),
    isPartiallyFillable: v[9] as boolean,
    sellTokenBalance: nameOf(v[10] as Hex, ['erc20', 'external', 'internal']),
    buyTokenBalance: nameOf(v[11] as Hex, ['erc20', 'internal']),
  }
}

/**
 * Hashes what distinguishes a settlement's orders from those of another chain or contract.
 *
 * Source: EIP-712; the domain of GPv2Settlement is "Gnosis Protocol", version "v2".
 */
export function orderDomainOf(chainId: number, settlement: Address): Hex {
  return hashHex(
    encodeTuple(domainTuple, [
      hashText(
        'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)',
      ),
      hashText('Gnosis Protocol'),
      hashText('v2'),
      BigInt(chainId),
      settlement,
    ]),
  )
}

/**
 * Hashes an order as its settlement does.
 *
 * @param domainSeparator - of the settlement, see `orderDomainOf`.
 */
export function orderDigestOf(terms: OrderTerms, domainSeparator: Hex): Hex {
  const struct = hashHex(`${orderTypeHash}${encodeOrder(terms).slice(2)}`)
  return hashHex(`0x1901${domainSeparator.slice(2)}${struct.slice(2)}`)
}

/** Joins the 56 bytes of a uid. Source: GPv2Order.packOrderUidParams. */
export function orderUidOf({ digest, owner, validTo }: OrderUid): Hex {
  const time = validTo.toString(16).padStart(8, '0')
  return `0x${digest.slice(2)}${owner.slice(2)}${time}`.toLowerCase() as Hex
}

/**
 * Takes a uid apart: the inverse of `orderUidOf`.
 *
 * @throws {InvalidOrderUidError} when it is not 56 bytes of hex.
 */
export function parseOrderUid(text: string): OrderUid {
  if (!/^0x[0-9a-fA-F]{112}$/.test(text)) throw new InvalidOrderUidError(text)
  return {
    digest: text.slice(0, 66).toLowerCase() as Hex,
    owner: checksumOf(`0x${text.slice(66, 106)}`),
    validTo: BigInt(`0x${text.slice(106)}`),
  }
}

/**
 * Encodes the call that signs an order, with the order behind its arguments.
 *
 * The settlement ignores what follows its arguments; the decoder reads it.
 *
 * @returns 548 bytes.
 */
export function encodePreSignature({ uid, terms }: PreSignature): Hex {
  return `${encodeCall(preSign, [uid, true])}${encodeOrder(terms).slice(2)}`
}

/**
 * Reads a call that signs an order: the inverse of `encodePreSignature`.
 *
 * @returns null when it is another call, takes a signature back, or does not carry the order.
 */
export function decodePreSignature(calldata: Hex): PreSignature | null {
  const data = calldata.toLowerCase() as Hex
  if (data.length !== 2 + 2 * preSignSize || !data.startsWith(preSignSelector)) return null
  try {
    const { values } = decodeCall(preSign, data)
    const [uid, isSigned] = values as readonly [Hex, boolean]
    if (!isSigned || uid.length !== 114) return null
    const order = { uid, terms: decodeOrder(`0x${data.slice(330)}`) }
    return encodePreSignature(order) === data ? order : null
  } catch (error) {
    if (error instanceof UndecodableCallError || error instanceof InvalidOrderError) return null
    throw error
  }
}

const orderTypeHash = hashText(
  'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
)

function valuesOf(terms: OrderTerms): readonly AbiValue[] {
  return [
    terms.sellToken,
    terms.buyToken,
    terms.receiver,
    terms.sellAmount,
    terms.buyAmount,
    terms.validTo,
    terms.appData,
    terms.feeAmount,
    hashText(terms.kind),
    terms.isPartiallyFillable,
    hashText(terms.sellTokenBalance),
    hashText(terms.buyTokenBalance),
  ]
}

function wordsOf(words: Hex): readonly AbiValue[] {
  try {
    return decodeTuple(orderTuple, words).values
  } catch (error) {
    if (error instanceof UndecodableCallError) throw new InvalidOrderError(error.shortMessage)
    throw error
  }
}

function nameOf<Name extends string>(word: Hex, names: readonly Name[]): Name {
  const match = names.find((name) => hashText(name) === word.toLowerCase())
  if (match === undefined)
    throw new InvalidOrderError(`${word} is not the hash of ${names.join(', ')}`)
  return match
}

function hashText(text: string): Hex {
  return printHex(keccak256(new TextEncoder().encode(text)))
}

function hashHex(bytes: Hex): Hex {
  return printHex(keccak256(parseHex(bytes)))
}

/** Bytes that are to be an order are not. */
class InvalidOrderError extends BaseError {
  override readonly code = 'invalid_order'
  override readonly kind = 'invalid_input'

  constructor(why: string) {
    super({
      message: `These bytes are not an order: ${why}. Give its twelve words as the settlement encodes them.`,
      facts: { why },
    })
  }
}

/** A text that is to be the uid of an order is not. */
export class InvalidOrderUidError extends BaseError {
  override readonly code = 'invalid_order_uid'
  override readonly kind = 'invalid_input'

  constructor(text: string) {
    const shown = text.length > 120 ? `${text.slice(0, 117)}...` : text
    super({
      message: `${JSON.stringify(shown)} is not the uid of an order. Give 0x and 112 hex digits.`,
      facts: { text: shown },
    })
  }
}
