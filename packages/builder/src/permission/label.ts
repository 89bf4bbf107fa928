import { type Address, isSameAddress } from '@vaultwright/base'
import type { ActionParameter, KnownFacts, Numbering } from '@vaultwright/protocols'
import { chains, nativeAsset } from '@vaultwright/registry'
import { trustedName } from './trusted-name.ts'

/** The inputs of labels. */
export type LabelContext = {
  readonly vault: Address
  readonly chainId: number
  readonly knownFacts: KnownFacts
  readonly drones?: readonly Address[]
}

/**
 * Says what people call a value.
 *
 * @returns a symbol or a name; null if there is none.
 */
export function labelOf(
  parameter: ActionParameter | null,
  text: string,
  context: LabelContext,
): string | null {
  if (parameter === null) {
    if (isSameAddress(text, context.vault)) return 'vault'
    return accountLabelOf(text, context) ?? 'drone'
  }
  switch (parameter.kind) {
    case 'account':
      return accountLabelOf(text, context)
    case 'token':
      return symbolOf(text, context) ?? accountLabelOf(text, context)
    case 'tokens': {
      const symbols = text.split(',').map((token) => symbolOf(token, context))
      return symbols.includes(null) ? null : symbols.join(', ')
    }
    case 'network':
      return networkLabelOf(text, parameter.numbering)
    case 'word': {
      const account = /^0x0{24}([0-9a-fA-F]{40})$/.exec(text)?.[1]
      return account === undefined ? null : accountLabelOf(`0x${account}`, context)
    }
    default:
      return null
  }
}

/**
 * Says what people call a token.
 *
 * @returns the symbol; null when it is not known.
 */
export function symbolOf(token: string, context: LabelContext): string | null {
  const { chainId, knownFacts } = context
  const knownToken = knownFacts.tokenOf(token as Address)
  if (knownToken !== null) return trustedName(knownToken.symbol, token, context)
  return isSameAddress(token, nativeAsset) ? nativeSymbolOf(chainId) : null
}

/** Says what people call the native coin of a chain. */
export function nativeSymbolOf(chainId: number): string {
  return chains.find(({ id }) => id === chainId)?.nativeSymbol ?? 'native'
}

/**
 * Makes labels of one column tell their values apart: those that stand for several get the end of the value.
 *
 * @returns a label for each value; all null when no value has one.
 */
export function distinctLabels(
  labels: readonly (string | null)[],
  texts: readonly string[],
): readonly (string | null)[] {
  if (labels.every((label) => label === null)) return labels
  const counts = new Map<string, number>()
  for (const label of labels) {
    if (label !== null) counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return labels.map((label, at) => {
    const text = texts[at]!
    if (label === null) return shortOf(text)
    return counts.get(label) === 1 ? label : `${label} (${shortOf(text)})`
  })
}

function accountLabelOf(text: string, context: LabelContext): string | null {
  if (isSameAddress(text, context.vault)) return 'vault'
  const label = context.knownFacts.labelOf(text as Address)
  return label === null ? null : trustedName(label, text, context)
}

function networkLabelOf(text: string, numbering: Numbering): string | null {
  const numbers = {
    layer_zero: 'layerZeroEid',
    cctp: 'cctpDomain',
    ccip: 'ccipSelector',
    chain_id: 'id',
  } as const
  return chains.find((chain) => String(chain[numbers[numbering]]) === text)?.name ?? null
}

function shortOf(text: string): string {
  return text.length > 20 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text
}
