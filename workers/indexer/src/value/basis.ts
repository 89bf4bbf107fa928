import type { Hex } from '@vaultwright/base'
import type { Basis, DerivedKind } from '@vaultwright/store'
import { shiftDay } from '@vaultwright/valuation'
import type { Formulas } from './formula.ts'

/** Days that a performance covers after its first. */
export const weekDays = 7

/** The value, and the chains of its vault. */
export type BasisQuery = {
  readonly kind: DerivedKind
  readonly chain: string
  readonly day: string
  /** Of the vault, without the chain itself. */
  readonly otherChains: readonly string[]
}

/** The digest of a reading; null if the day was not read. */
export type DigestOf = (chain: string, day: string) => string | null

/**
 * Names what a value is computed from, as things stand.
 *
 * @returns the basis; null when the day itself was not read, so that there is no value.
 */
export function basisOf(
  query: BasisQuery,
  names: Formulas['names'],
  digestOf: DigestOf,
): Basis | null {
  const entries = entriesOf(query, names, digestOf)
  if (entries === null) return null
  const basis: Record<string, string> = {}
  for (const [name, text] of entries) basis[name] = text
  return basis
}

/**
 * Prints what `basisOf` names, as the store keeps it.
 *
 * @param unseen - trees that the day's reading could not look at; of snapshots alone.
 * @returns null when the day itself was not read.
 */
export function printBasisOf(
  query: BasisQuery,
  names: Formulas['names'],
  { digestOf, unseen }: { readonly digestOf: DigestOf; readonly unseen: readonly Hex[] },
): string | null {
  const entries = entriesOf(query, names, digestOf)
  if (entries === null) return null
  if (unseen.length === 0) return printEntries(entries)
  const trees = Object.entries(unseenBasisOf(unseen))
  return printEntries([...entries, ...trees].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * Tells whether a value is computed from something else than what is there now.
 *
 * A value of a newer formula is not: of two versions at work the older gives way, or each would undo the
 * other's work for ever; only who orders a replay goes back. Trees that a reading could not look
 * at are not compared: they are part of what the reading is.
 *
 * @returns true when it is to be computed; false also for a day that was not read.
 */
export function isStale(
  query: BasisQuery,
  names: Formulas['names'],
  { digestOf, kept: storedText }: { readonly digestOf: DigestOf; readonly kept: string | null },
): boolean {
  if (digestOf(query.chain, query.day) === null) return false
  if (storedText === null) return true
  // There are many, and almost all of them are as they should be, letter by letter.
  if (isPrinted(query, names, { digestOf, kept: storedText })) return false
  return !isSameBasis(basisOf(query, names, digestOf)!, JSON.parse(storedText))
}

/** True if a text is what `printBasisOf` prints, but for the trees. Nothing is made of what is only compared. */
function isPrinted(
  query: BasisQuery,
  names: Formulas['names'],
  { digestOf, kept: storedText }: { readonly digestOf: DigestOf; readonly kept: string },
): boolean {
  if (isSorted(query)) return storedText === printBasisOf(query, names, { digestOf, unseen: [] })
  // Where the text is looked at next; past its end once something differed.
  let offset = 0
  const expect = (text: string) => {
    offset = storedText.startsWith(text, offset) ? offset + text.length : storedText.length + 1
  }
  expect('{"')
  eachEntry(query, names, {
    digestOf,
    add: (name, text) => {
      if (offset > 2) expect(',"')
      expect(name)
      expect('":"')
      expect(text)
      expect('"')
    },
  })
  expect('}')
  return offset === storedText.length
}

/**
 * Tells whether two bases are the same.
 *
 * @returns true when they name the same readings with the same texts, in any order, and the formula of the
 * other is the same or a newer one.
 */
export function isSameBasis(one: Basis, other: Basis | null): boolean {
  if (other === null) return false
  const names = Object.keys(one)
  const plainNames = Object.keys(other).filter((name) => !name.startsWith(unseenPrefix))
  return (
    names.length === plainNames.length &&
    names.every((name) =>
      name === 'formula'
        ? isFormulaOf(one.formula!, other.formula ?? '')
        : one[name] === other[name],
    )
  )
}

/** The prefix of the name of a tree that a reading could not look at. */
const unseenPrefix = 'tree/'

/** Names the trees that a reading could not look at, as its day's snapshot keeps them. */
export function unseenBasisOf(roots: readonly Hex[]): Basis {
  return Object.fromEntries(roots.map((root) => [`${unseenPrefix}${root}`, 'not stored']))
}

/** Reads which trees a day was read without. */
export function unseenRootsIn(kept: string | null): readonly Hex[] {
  if (kept === null || !kept.includes(unseenPrefix)) return []
  const names = Object.keys(JSON.parse(kept)).filter((name) => name.startsWith(unseenPrefix))
  return names.map((name) => name.slice(unseenPrefix.length) as Hex)
}

type BasisEntry = readonly [name: string, text: string]

/** In the order of their names; null when the day itself was not read. */
function entriesOf(
  query: BasisQuery,
  names: Formulas['names'],
  digestOf: DigestOf,
): readonly BasisEntry[] | null {
  if (digestOf(query.chain, query.day) === null) return null
  const entries: BasisEntry[] = []
  eachEntry(query, names, { digestOf, add: (name, text) => entries.push([name, text]) })
  if (!isSorted(query)) return entries
  return entries.sort(([one], [other]) => (one < other ? -1 : 1))
}

/**
 * True if the entries are sorted. They may stand in another order than they are listed in: chains
 * may be called anything.
 */
function isSorted({ kind, otherChains }: BasisQuery): boolean {
  return kind === 'performance' && otherChains.length > 0
}

type EntryVisit = {
  readonly digestOf: DigestOf
  readonly add: (name: string, text: string) => void
}

/** Lists the entries of a day that was read, days before the formula. */
function eachEntry(
  { kind, chain, day, otherChains }: BasisQuery,
  names: Formulas['names'],
  { digestOf, add }: EntryVisit,
): void {
  const addDay = (name: string, slug: string, on: string) => {
    const digest = digestOf(slug, on)
    if (digest !== null) add(name, digest)
  }
  const week = kind === 'snapshot' ? [] : daysBefore(day)
  if (kind === 'performance') for (const before of week) addDay(before, chain, before)
  if (kind === 'daily') addDay(week[weekDays - 1]!, chain, week[weekDays - 1]!)
  addDay(day, chain, day)
  if (kind === 'snapshot' && otherChains.length > 0)
    add('chains', [...otherChains].sort().join(' '))
  if (kind === 'performance') {
    for (const otherChain of otherChains) {
      addDay(`${otherChain}/${week[0]}`, otherChain, week[0]!)
      addDay(`${otherChain}/${day}`, otherChain, day)
    }
  }
  add('formula', names[kind])
}

/** As the store prints a basis. Neither days, chains, digests nor formulas hold what JSON would escape. */
function printEntries(entries: readonly BasisEntry[]): string {
  return `{${entries.map(([name, text]) => `"${name}":"${text}"`).join(',')}}`
}

/** By day: the same for every vault. */
const weeks = new Map<string, readonly string[]>()
const maxWeeks = 8_192

/** Lists the seven days before one, oldest first. */
export function daysBefore(day: string): readonly string[] {
  const cached = weeks.get(day)
  if (cached !== undefined) return cached
  const weekDayList = Array.from({ length: weekDays }, (_, at) => shiftDay(day, at - weekDays))
  if (weeks.size >= maxWeeks) weeks.clear()
  weeks.set(day, weekDayList)
  return weekDayList
}

/** True if a formula is another one, or a newer number of it: `daily@2` is of `daily@1`. */
function isFormulaOf(wanted: string, kept: string): boolean {
  if (wanted === kept) return true
  const [[name, number], [keptName, keptNumber]] = [wanted.split('@'), kept.split('@')]
  return name === keptName && Number(keptNumber) > Number(number)
}
