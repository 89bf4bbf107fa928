import type { AbiValue } from '../abi/abi-value.ts'
import type { EntrySource } from './entry-source.ts'
import type { ValueLocation } from './value-location.ts'

/** A place as the notation walks to it: names, and positions in lists. */
type PathStep = string | number
type TermEntry = { readonly steps: readonly PathStep[]; readonly transform: string | null }

/** More alternatives than this are not tried. */
const maxAlternatives = 24

/**
 * Writes entries as terms of the notation, in every way that says the same of this call: a list of one
 * entry may stand for its first, its last or all of its entries.
 */
export function packingTermsOf(
  sources: readonly EntrySource[],
  spots: readonly ValueLocation[],
): readonly string[] {
  const lengths = new Map<string, number>()
  for (const { name, type, value } of spots) {
    if (type.kind === 'array') lengths.set(name, (value as readonly AbiValue[]).length)
  }
  const entries = sources.map((source): TermEntry => {
    if (source.kind === 'constant') return { steps: [constantOf(source.entry)], transform: null }
    return { steps: stepsOf(source.spot.name), transform: source.transform }
  })
  return alternativesOf(entries, { lengths, at: '' }).map((terms) => terms.join(', '))
}

type TermContext = {
  readonly lengths: ReadonlyMap<string, number>
  /** The place in this call that the entries are within, with its positions. */
  readonly at: string
}

/** Each alternative is a list of terms. */
function alternativesOf(
  entries: readonly TermEntry[],
  scope: TermContext,
): readonly (readonly string[])[] {
  const [first] = entries
  if (first === undefined) return [[]]
  const position = first.steps.findIndex((step) => typeof step === 'number')
  const alternatives: (readonly string[])[] = []
  const add = (terms: readonly string[], taken: number) => {
    for (const tail of alternativesOf(entries.slice(taken), scope))
      alternatives.push([...terms, ...tail])
  }
  if (position < 0) {
    add([wrap(first.steps.join('.'), first.transform)], 1)
    return alternatives.slice(0, maxAlternatives)
  }
  const names = first.steps.slice(0, position)
  const list = names.join('.')
  const run = runOf(entries, names)
  const length = scope.lengths.get(itemNameOf(scope.at, list)) ?? 0
  const rounds = roundsOf(run, position)
  if (rounds !== null && rounds.length === length) {
    for (const term of eachTerms(list, rounds[0]!, scope)) add([term], run.length)
  }
  const index = first.steps[position] as number
  const inner = { steps: first.steps.slice(position + 1), transform: first.transform }
  const walks = [`${list}[${index}]`]
  if (index === length - 1) walks.push(`${list}[length(${list}) - 1]`)
  for (const walk of walks) {
    for (const [term] of alternativesOf([{ ...inner, steps: ['', ...inner.steps] }], {
      ...scope,
      at: `${itemNameOf(scope.at, list)}[${index}]`,
    })) {
      add([joinTerm(walk, term ?? '')], 1)
    }
  }
  return alternatives.slice(0, maxAlternatives)
}

/** The entries from the front that are of one list. */
function runOf(entries: readonly TermEntry[], names: readonly PathStep[]): readonly TermEntry[] {
  const end = entries.findIndex(
    ({ steps }) =>
      names.some((name, index) => steps[index] !== name) || typeof steps[names.length] !== 'number',
  )
  return end < 0 ? entries : entries.slice(0, end)
}

/** The pack of each element, where each packs the same and they come in order; null otherwise. */
function roundsOf(
  run: readonly TermEntry[],
  position: number,
): readonly (readonly TermEntry[])[] | null {
  const rounds: TermEntry[][] = []
  let current = -1
  for (const { steps, transform } of run) {
    const index = steps[position] as number
    if (index !== current) {
      if (index !== rounds.length) return null
      rounds.push([])
      current = index
    }
    rounds.at(-1)!.push({ steps: steps.slice(position + 1), transform })
  }
  const shapeOf = (round: readonly TermEntry[]) => JSON.stringify(round)
  const isAlike = rounds.every((round) => shapeOf(round) === shapeOf(rounds[0]!))
  return isAlike ? rounds : null
}

/** Each element's entries as one term. */
function eachTerms(
  list: string,
  round: readonly TermEntry[],
  scope: TermContext,
): readonly string[] {
  const item = `${itemNameOf(scope.at, list)}[0]`
  const [only] = round
  if (only !== undefined && round.length === 1) {
    const inner = alternativesOf([{ ...only, steps: ['', ...only.steps] }], { ...scope, at: item })
    return inner.map(([term]) => joinTerm(`${list}[]`, term ?? ''))
  }
  if (round.some(({ steps }) => steps.length === 0)) return []
  return alternativesOf(round, { ...scope, at: item }).map(
    (terms) => `${list}[].(${terms.join(', ')})`,
  )
}

/** Puts a walk before a term whose own walk begins with nothing: `low20(.x)` becomes `low20(walk.x)`. */
function joinTerm(walk: string, term: string): string {
  const open = term.indexOf('(')
  if (open < 0 || !/^\w+\(/.test(term)) return `${walk}${term}`
  return `${term.slice(0, open + 1)}${walk}${term.slice(open + 1)}`
}

function itemNameOf(at: string, list: string): string {
  if (at === '') return list
  return `${at}${list.startsWith('.') || list === '' ? list : `.${list}`}`
}

function stepsOf(name: string): readonly PathStep[] {
  return name
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}

function wrap(text: string, transform: string | null): string {
  return transform === null ? text : `${transform}(${text})`
}

function constantOf(entry: string): string {
  return BigInt(entry) === 0n ? 'ZERO' : `uint160(${entry})`
}
