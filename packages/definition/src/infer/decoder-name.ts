import type { Address } from '@vaultwright/base'
import type { Leaf } from '@vaultwright/manager'
import type { Seed } from './infer-seed.ts'

/** The decoders of a tree and their leaves. */
export type DecoderUses = {
  readonly leaves: readonly Leaf[]
  readonly seeds: readonly Seed[]
  /** The default decoder that the tree file states; null when it states none. */
  readonly stated: Address | null
}

/**
 * Names the decoders of a tree by what they read.
 *
 * The file's decoder is `default`, or else the one that most leaves name. The others are called by the
 * protocols of their leaves, the most frequent first. The order of the leaves does not change a name.
 *
 * @returns a name for each decoder, each name once, the default one first.
 */
export function decoderNamesOf({
  leaves,
  seeds,
  stated,
}: DecoderUses): ReadonlyMap<Address, string> {
  const sorted = frequentFirst(leaves.map(({ decoder }) => decoder))
  const main = stated ?? sorted[0]
  if (main === undefined) return new Map()
  const further = sorted
    .filter((decoder) => decoder !== main)
    .map((decoder) => ({ decoder, name: contentNameOf(decoder, { leaves, seeds }) }))
  const named = further.map(({ decoder, name }) => {
    const namesakes = further.filter((one) => one.name === name && one.decoder !== decoder)
    const mark = markOf(
      decoder,
      namesakes.map((one) => one.decoder),
    )
    return [decoder, mark === '' ? name : `${name}-${mark}`] as const
  })
  return new Map([[main, 'default'], ...named])
}

/** A name with more protocols than these is not read at sight. */
const spelled = 2

function contentNameOf(
  decoder: Address,
  { leaves, seeds }: Pick<DecoderUses, 'leaves' | 'seeds'>,
): string {
  const ownSeeds = seeds.filter((seed) => seed.decoder === decoder)
  const protocols = frequentFirst(ownSeeds.map(({ action }) => action.protocol))
  // Every decoder reads approvals, so they tell one from another only where it reads nothing else.
  const telling = protocols.filter((protocol) => protocol !== 'erc_20')
  if (protocols.length > 0) return `${partsText(telling.length > 0 ? telling : protocols)}-decoder`
  const functions = leaves
    .filter((leaf) => leaf.decoder === decoder)
    .map(({ signature }) => /^\w{1,40}(?=\()/.exec(signature)?.[0] ?? 'other')
  return `${partsText(frequentFirst(functions))}-decoder`
}

function partsText(parts: readonly string[]): string {
  const remainder = parts.length - spelled
  return [...parts.slice(0, spelled), ...(remainder > 0 ? [`and-${remainder}-more`] : [])].join('-')
}

/** The fewest digits, at least four, that tell an address from others; empty when there are none. */
function markOf(address: Address, others: readonly Address[]): string {
  if (others.length === 0) return ''
  const digitsOf = (one: Address) => one.slice(2).toLowerCase()
  const digits = digitsOf(address)
  let length = 4
  while (others.some((one) => digitsOf(one).startsWith(digits.slice(0, length)))) length += 1
  return digits.slice(0, length)
}

function frequentFirst<Text extends string>(texts: readonly Text[]): readonly Text[] {
  const counts = new Map<Text, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts]
    .sort(([one, count], [other, more]) => more - count || (one < other ? -1 : 1))
    .map(([text]) => text)
}
