import type { Address, Hex } from '@vaultwright/base'
import { BaseError } from '@vaultwright/base'
import {
  type AbiValue,
  type CompiledRule,
  packArguments,
  parseSignature,
  type RuleBook,
  rulesFor,
  selectorOf,
} from '@vaultwright/manager'
import { type Action, encodeAction } from './action.ts'
import { type Origin, sentinelsOf } from './sentinel.ts'

/** A packed entry of a pattern: one that comes from a value, or one that is always the same. */
export type PatternPiece = Origin | { readonly constant: Address }

/** The shape of the leaves that permit an action: which entry holds which of its values. */
export type Pattern = {
  readonly action: Action
  /** Names of the decoders that pack so. */
  readonly decoders: readonly string[]
  /** Canonical. */
  readonly signature: string
  readonly selector: Hex
  /** Name of the value that is called: a parameter, `self` or `manager`. */
  readonly target: string
  readonly canSendValue: boolean
  readonly pieces: readonly PatternPiece[]
  /** Length of its lists; null when it has none. */
  readonly size: number | null
}

/**
 * Works out what the leaves of an action look like, from nothing but its call and its decoders' rules.
 *
 * The call is encoded with distinct values, and the rules say where they are packed.
 *
 * @returns shapes: the newest decoder's first; for actions that may send value, those without first.
 * @throws {UnpackableActionError} when no rule packs the action's own call.
 */
export function patternsOf(action: Action, book: RuleBook): readonly Pattern[] {
  const fn = parseSignature(action.signature)
  const selector = selectorOf(fn.canonical)
  const patterns: Pattern[] = []
  for (const size of action.sizes.length === 0 ? [null] : action.sizes) {
    for (const rule of rulesOf(action, selector, book)) {
      const pieces = piecesOf(action, { rule, size: size ?? 0 })
      if (pieces === null || patterns.some((pattern) => isSamePacking(pattern, pieces, size)))
        continue
      for (const canSendValue of flagsOf(action)) {
        patterns.push({
          action,
          decoders: rule.decoders,
          signature: fn.canonical,
          selector,
          target: action.target,
          canSendValue,
          pieces,
          size,
        })
      }
    }
  }
  if (patterns.length === 0) throw new UnpackableActionError(action.route, fn.canonical)
  return patterns
}

/** The names under which rule books know a decoder. */
function decoderNamesOf(action: Action): readonly string[] {
  return action.rules.map(({ decoder, version }) =>
    version === undefined ? decoder : `${decoder} (${version})`,
  )
}

function rulesOf(action: Action, selector: Hex, book: RuleBook): readonly CompiledRule[] {
  const rules = rulesFor(book, selector)
  return decoderNamesOf(action).flatMap((name) =>
    rules.filter((rule) => rule.decoders.includes(name)),
  )
}

type PackingAttempt = {
  readonly rule: CompiledRule
  readonly size: number
}

function piecesOf(action: Action, { rule, size }: PackingAttempt): readonly PatternPiece[] | null {
  const { values, origins } = sentinelsOf(action, size)
  const outcome = packArguments(rule, encodeAction(action, values), action.reads(values))
  if (!outcome.ok) return null
  return outcome.entries.map(
    ({ address }): PatternPiece => origins.get(address.toLowerCase()) ?? { constant: address },
  )
}

function flagsOf({ sends }: Action): readonly boolean[] {
  if (sends === 'either') return [false, true]
  return [sends === 'always']
}

function isSamePacking(
  pattern: Pattern,
  pieces: readonly PatternPiece[],
  size: number | null,
): boolean {
  return pattern.size === size && JSON.stringify(pattern.pieces) === JSON.stringify(pieces)
}

/**
 * Names the values that a pattern's leaves bind.
 *
 * @returns parameters, `self` and `manager` left out.
 */
export function boundSlotsOf(pattern: Pattern): ReadonlySet<string> {
  const slots = pattern.pieces.flatMap((piece) => ('slot' in piece ? [piece.slot] : []))
  return new Set([pattern.target, ...slots].filter((slot) => !isCallerSlot(slot)))
}

/** Tells whether a slot is filled by who acts, not by what is wished for. */
function isCallerSlot(slot: string): slot is 'self' | 'manager' {
  return slot === 'self' || slot === 'manager'
}

/** A value bound by a leaf. */
export type BoundValue = Extract<AbiValue, string | bigint> | readonly Address[]

/** An action's own call is refused by every decoder that it names. */
class UnpackableActionError extends BaseError {
  override readonly code = 'unpackable_action'
  override readonly kind = 'bug'

  constructor(route: string, signature: string) {
    super({
      message: `No decoder of ${route} packs ${signature} as the action calls it. Check the action's signature, arguments and reads against the rules of its protocol.`,
      facts: { route, signature },
    })
  }
}
