import { BaseError } from '@vaultwright/base'
import type { RpcRefusal } from './rpc.ts'

/**
 * Why a node refused, as far as its words tell.
 *
 * `revert`: the EVM ran and failed, which is an answer. `busy`: ask later. `range`: too many logs.
 * `unknown_block`: not there, or not yet. `pruned`: no longer there. `invalid`: it does not take
 * these parameters. `unsupported`: it does not know the method.
 */
export type RefusalKind =
  | 'revert'
  | 'busy'
  | 'range'
  | 'unknown_block'
  | 'pruned'
  | 'invalid'
  | 'unsupported'
  | 'other'

const busyCodes: ReadonlySet<number> = new Set([429, -32005, -32007, -32016, -32029])
const busyWords =
  /rate.?limit|too many requests|requests? (per|limit)|over(loaded| capacity)|timed? ?out|temporar|try again|busy|capacity|compute units|no backend/i
/** Limits on the caller, which fewer blocks would not lift. */
const quotaWords =
  /rate.?limit|too many requests|per (second|minute|day)|request (count|limit)|daily|quota|credits|compute units/i
const haltWords =
  /revert|evm error|vm execution|vm exception|out ?of ?gas|invalid ?(fe ?)?opcode|opcode not found|stack ?(under|over)flow|(bad|invalid) ?jump|write protection|StaticCall/i
const unknownBlockWords =
  /header not found|unknown block|block ?not ?found|BlockOutOfRange|not canonical|resource not found|could not find block|beyond current head|invalid block tag|block .*(not available|does not exist)/i
const prunedWords =
  /missing trie node|prun(ed|ing)|archive|state.{0,99}(not available|unavailable)|historical state|maximum proof window/i
const rangeWords =
  /range|too (large|many|wide|big)|more than|exceed|limit|response size|max(imum)? (results|block)|timed? ?out/i

/** Reads a node's refusal. */
export function refusalKind(method: string, refusal: RpcRefusal): RefusalKind {
  const { code, message } = refusal
  if (code === 3 || refusal.data !== null || /^execution reverted/i.test(message)) return 'revert'
  if (code === -32601) return 'unsupported'
  // What is gone is often said of a block that is "not available" any more.
  if (prunedWords.test(message)) return 'pruned'
  if (unknownBlockWords.test(message)) return 'unknown_block'
  if (method === 'eth_getLogs' && isRange(refusal)) return 'range'
  if (busyCodes.has(code) || busyWords.test(message)) return 'busy'
  if (code === -32602) return 'invalid'
  if (haltWords.test(message)) return 'revert'
  if (/(method|namespace).*(not|un)/i.test(message)) return 'unsupported'
  return 'other'
}

/** Makes the error of a node's refusal. */
export function refusalErrorOf(method: string, refusal: RpcRefusal): BaseError {
  return refusalKind(method, refusal) === 'pruned'
    ? new HistoryPrunedError(method, refusal)
    : new RpcRefusedError(method, refusal)
}

/** Characters that are not visible and could rewrite the text on a terminal. */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

function isRange({ code, message }: RpcRefusal): boolean {
  return code !== 429 && !quotaWords.test(message) && rangeWords.test(message)
}

function shownOf({ message }: RpcRefusal): string {
  return message.slice(0, 300).replace(invisibleCharacters, '\ufffd')
}

/** Engines of simulations that do not need a method. */
const enginesWithout: Readonly<Record<string, string>> = {
  eth_simulateV1: 'fork or proven',
  eth_getProof: 'node or fork',
}

/** A node answered with its own error. */
export class RpcRefusedError extends BaseError {
  override readonly code = 'rpc_refused'
  override readonly kind = 'unavailable'
  readonly refusal: RefusalKind

  constructor(method: string, refusal: RpcRefusal) {
    const kind = refusalKind(method, refusal)
    const variants = enginesWithout[method]
    const orEngine = variants === undefined ? '' : `, or use the engine ${variants}`
    const advice = {
      revert: 'Look at the revert data',
      busy: 'Ask again later, or give another endpoint',
      range: 'Ask for fewer blocks',
      unknown_block: 'Ask again, or give an endpoint that has the block',
      pruned: 'Give an archive endpoint, or a later block',
      invalid: `Give an endpoint that takes these parameters${orEngine}`,
      unsupported: `Give an endpoint that knows the method${orEngine}`,
      other: `Look at its words${orEngine === '' ? '; another endpoint may answer' : orEngine}`,
    }[kind]
    const shownMessage = shownOf(refusal)
    super({
      message: `The node refused ${method}: ${JSON.stringify(shownMessage)} (${refusal.code}). ${advice}.`,
      facts: {
        method,
        kind,
        nodeCode: refusal.code,
        nodeMessage: shownMessage,
        data: refusal.data,
      },
      retryable: kind === 'busy' || kind === 'unknown_block',
    })
    this.refusal = kind
  }
}

/** A node keeps only what is recent, and was asked for what it gave up. */
export class HistoryPrunedError extends BaseError {
  override readonly code = 'history_pruned'
  override readonly kind = 'unsupported'

  constructor(method: string, refusal: RpcRefusal) {
    const shownMessage = shownOf(refusal)
    super({
      message: `The node no longer has what ${method} asks for: ${JSON.stringify(shownMessage)} (${refusal.code}). Give an archive endpoint, or a later block.`,
      facts: { method, nodeCode: refusal.code, nodeMessage: shownMessage },
    })
  }
}
