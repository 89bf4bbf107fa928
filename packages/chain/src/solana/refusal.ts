import { BaseError } from '@vaultwright/base'
import type { RefusalKind } from '../rpc/refusal.ts'
import type { RpcRefusal } from '../rpc/rpc.ts'

/**
 * The meaning of the codes of Solana's nodes, in the words that every transport shares.
 *
 * Source: `rpc-client-api/src/custom_error.rs` of Agave.
 */
const kindByCode: ReadonlyMap<number, RefusalKind> = new Map([
  [429, 'busy'],
  [-32429, 'busy'],
  [-32005, 'busy'],
  [-32016, 'busy'],
  [-32001, 'pruned'],
  [-32007, 'pruned'],
  [-32009, 'pruned'],
  [-32011, 'pruned'],
  [-32004, 'unknown_block'],
  [-32008, 'unknown_block'],
  [-32014, 'unknown_block'],
  [-32003, 'invalid'],
  [-32006, 'invalid'],
  [-32013, 'invalid'],
  [-32600, 'invalid'],
  [-32602, 'invalid'],
  [-32010, 'unsupported'],
  [-32015, 'unsupported'],
  [-32601, 'unsupported'],
])
const busyWords =
  /rate.?limit|too many requests|requests? (per|limit)|over(loaded| capacity)|timed? ?out|try again|busy|credits|quota/i

/** Classifies a refusal of a Solana node: by its code, else by its words. */
export function solanaRefusalKind({ code, message }: RpcRefusal): RefusalKind {
  return kindByCode.get(code) ?? (busyWords.test(message) ? 'busy' : 'other')
}

const adviceByKind: Readonly<Record<RefusalKind, string>> = {
  busy: 'Ask again later, or give another endpoint',
  unknown_block: 'Ask again, or give an endpoint that has the slot',
  pruned: 'Give an endpoint with the whole history',
  invalid: 'Check the transaction or the addresses',
  unsupported: 'Give an endpoint of a newer version that knows the method',
  range: 'Ask for less',
  revert: 'Read the logs',
  other: 'Give another endpoint',
}

/** Characters that are not visible and could rewrite the text on a terminal. */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** A Solana node answered with its own error. */
export class SolanaRefusedError extends BaseError {
  override readonly code = 'solana_refused'
  override readonly kind = 'unavailable'
  readonly refusal: RefusalKind

  constructor(method: string, refusal: RpcRefusal) {
    const kind = solanaRefusalKind(refusal)
    const shown = refusal.message.slice(0, 300).replace(invisibleCharacters, '\ufffd')
    super({
      message: `The node refused ${method}: ${JSON.stringify(shown)} (${refusal.code}). ${adviceByKind[kind]}.`,
      facts: { method, kind, nodeCode: refusal.code, nodeMessage: shown },
      retryable: kind === 'busy' || kind === 'unknown_block',
    })
    this.refusal = kind
  }
}
