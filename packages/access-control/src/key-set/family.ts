import { always, type Diagram, type Diagrams, never } from './diagram.ts'

/** A family of sets of keys: a node of a zero-suppressed decision diagram in the same store. */
export type KeyFamily = number

/** The smallest sets of a family. */
export type SmallestSets = {
  /** The keys of the smallest set; null for an empty family. */
  readonly least: number | null
  /** Sets of key numbers, fewest keys first. */
  readonly sets: readonly (readonly number[])[]
}

/** Operations on families of minimal sets. */
export type Families = {
  /** The minimal sets of keys that fulfil a monotone function. */
  readonly minimal: (diagram: Diagram) => KeyFamily
  /** The sets of a family that do not fulfil a function. */
  readonly without: (family: KeyFamily, diagram: Diagram) => KeyFamily
  /** The sets of a family that have none of some keys. */
  readonly avoiding: (family: KeyFamily, isAvoided: (key: number) => boolean) => KeyFamily
  /** The number of sets, without listing them. */
  readonly count: (family: KeyFamily) => bigint
  /** The smallest sets, up to `most`; `weightOf` is what a key counts. */
  readonly smallest: (
    family: KeyFamily,
    most: number,
    weightOf?: (key: number) => number,
  ) => SmallestSets
}

/**
 * Opens the families of the functions of a store.
 *
 * Source: A. Rauzy, "New algorithms for fault trees analysis" (1993): minimal sets of a decision diagram.
 *
 * @throws {DiagramTooLargeError} from every operation that makes more nodes than the store may hold.
 */
export function openFamilies({ nodes }: Diagrams): Families {
  const cache = new Map<string, KeyFamily>()
  const remember = (id: string, make: () => KeyFamily): KeyFamily => {
    const cached = cache.get(id)
    if (cached !== undefined) return cached
    const family = make()
    cache.set(id, family)
    return family
  }

  const without = (family: KeyFamily, diagram: Diagram): KeyFamily => {
    if (diagram === always || family === never) return never
    if (diagram === never || family === always) return family
    return remember(`-${family},${diagram}`, () => {
      const [key, decided] = [nodes.keyOf(family), nodes.keyOf(diagram)]
      if (key > decided) return without(family, nodes.low(diagram))
      const low = key === decided ? nodes.low(diagram) : diagram
      const high = key === decided ? nodes.high(diagram) : diagram
      return nodes.make('z', key, [
        without(nodes.low(family), low),
        without(nodes.high(family), high),
      ])
    })
  }

  const minimal = (diagram: Diagram): KeyFamily => {
    if (diagram <= always) return diagram
    return remember(`m${diagram}`, () => {
      const low = nodes.low(diagram)
      const high = without(minimal(nodes.high(diagram)), low)
      return nodes.make('z', nodes.keyOf(diagram), [minimal(low), high])
    })
  }

  const avoiding = (family: KeyFamily, isAvoided: (key: number) => boolean): KeyFamily => {
    const results = new Map<KeyFamily, KeyFamily>()
    const walk = (node: KeyFamily): KeyFamily => {
      if (node <= always) return node
      const cached = results.get(node)
      if (cached !== undefined) return cached
      const key = nodes.keyOf(node)
      const low = walk(nodes.low(node))
      const result = isAvoided(key) ? low : nodes.make('z', key, [low, walk(nodes.high(node))])
      results.set(node, result)
      return result
    }
    return walk(family)
  }

  const count = (family: KeyFamily): bigint => {
    const counts = new Map<KeyFamily, bigint>()
    const walk = (node: KeyFamily): bigint => {
      if (node <= always) return BigInt(node)
      const cached = counts.get(node)
      if (cached !== undefined) return cached
      const sum = walk(nodes.low(node)) + walk(nodes.high(node))
      counts.set(node, sum)
      return sum
    }
    return walk(family)
  }

  const smallest = (
    family: KeyFamily,
    most: number,
    weightOf: (key: number) => number = () => 1,
  ): SmallestSets => {
    const reached = new Map<KeyFamily, bigint>()
    /** Bit n: the family has a set of weight n. With it no walk ends in vain. */
    const weightsOf = (node: KeyFamily): bigint => {
      if (node <= always) return BigInt(node)
      const cached = reached.get(node)
      if (cached !== undefined) return cached
      const shift = BigInt(weightOf(nodes.keyOf(node)))
      const weights = weightsOf(nodes.low(node)) | (weightsOf(nodes.high(node)) << shift)
      reached.set(node, weights)
      return weights
    }
    const sets: (readonly number[])[] = []
    const walk = (node: KeyFamily, taken: readonly number[], left: number): void => {
      if (sets.length >= most || left < 0 || !hasBit(weightsOf(node), left)) return
      if (node === always) {
        sets.push(taken)
        return
      }
      const key = nodes.keyOf(node)
      walk(nodes.low(node), taken, left)
      walk(nodes.high(node), [...taken, key], left - weightOf(key))
    }
    const heaviest = weightsOf(family).toString(2).length - 1
    const weights = Array.from({ length: heaviest + 1 }, (_, weight) => weight).filter((weight) =>
      hasBit(weightsOf(family), weight),
    )
    for (const weight of weights) walk(family, [], weight)
    return { least: weights[0] ?? null, sets }
  }

  return { minimal, without, avoiding, count, smallest }
}

function hasBit(word: bigint, index: number): boolean {
  return ((word >> BigInt(index)) & 1n) === 1n
}
