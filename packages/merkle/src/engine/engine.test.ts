import fc from 'fast-check'
import { keccak256 as viemKeccak } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { buildCountingEngine } from './counting-engine.ts'
import type { KeccakEngine } from './engine.ts'
import { engineName, engineOf } from './engine-choice.ts'
import { buildWasmEngine } from './engine-wasm.ts'
import { InvalidOffsetsError, keccak256, keccakBatch } from './keccak.ts'

const engines = (['simd', 'scalar', 'js'] as const).map(engineOf)

function bytesOf(length: number, seed: number): Uint8Array {
  return new Uint8Array(length).map((_, index) => Math.imul(index + seed, 2654435761) >>> 13)
}

function flat(messages: readonly Uint8Array[]): { data: Uint8Array; offsets: Uint32Array } {
  const offsets = new Uint32Array(messages.length + 1)
  messages.forEach((message, index) => {
    offsets[index + 1] = offsets[index]! + message.length
  })
  return { data: Buffer.concat(messages), offsets }
}

const parentOf = (one: Uint8Array, other: Uint8Array): Uint8Array =>
  viemKeccak(Buffer.concat([one, other].sort(Buffer.compare)), 'bytes')

describe.each(engines.map((engine) => [engine.name, engine] as const))(
  'default: %s',
  (_, engine) => {
    test('golden: the hash of nothing', () => {
      expect(Buffer.from(engine.hash(new Uint8Array())).toString('hex')).toBe(
        'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
      )
    })

    test('golden: viem, every length of the first three blocks and beyond the kernel', () => {
      for (let length = 0; length <= 420; length++) {
        const message = bytesOf(length, length)
        expect(engine.hash(message)).toEqual(viemKeccak(message, 'bytes'))
      }
      for (const length of [262_007, 262_008, 262_009, 262_144, 262_145, 600_000]) {
        const message = bytesOf(length, 1)
        expect(engine.hash(message), `${length}`).toEqual(viemKeccak(message, 'bytes'))
      }
    })

    test('law: a batch is its messages one by one', () => {
      const sizes = fc.array(fc.oneof(fc.nat(300), fc.nat(3000)), { maxLength: 60 })
      fc.assert(
        fc.property(sizes, fc.nat(), (lengths, seed) => {
          const messages = lengths.map((length, index) => bytesOf(length, seed + index))
          const { data, offsets } = flat(messages)
          const digests = new Uint8Array(32 * messages.length)
          engine.hashMessages(data, offsets, digests)
          const expected = messages.map((message) => viemKeccak(message, 'bytes'))
          expect(Buffer.compare(digests, Buffer.concat(expected))).toBe(0)
        }),
        { numRuns: runsOf(1 / 5) },
      )
    })

    test('behavior: more messages than the kernel takes at once, a giant among them', () => {
      const messages = Array.from({ length: 9000 }, (_, index) => bytesOf(index % 190, index))
      messages.splice(4321, 0, bytesOf(300_000, 7))
      const { data, offsets } = flat(messages)
      const digests = new Uint8Array(32 * messages.length)
      engine.hashMessages(data, offsets, digests)
      for (const index of [0, 1, 4095, 4096, 4097, 4320, 4321, 4322, 8999, 9000]) {
        const digest = digests.subarray(32 * index, 32 * index + 32)
        expect(digest, `${index}`).toEqual(viemKeccak(messages[index]!, 'bytes'))
      }
      const expected = new Uint8Array(digests.length)
      engineOf('js').hashMessages(data, offsets, expected)
      expect(Buffer.compare(digests, expected)).toBe(0)
    })

    test('law: pairs are hashed with the smaller node first, wherever they differ', () => {
      const near = fc.tuple(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.nat(31),
        fc.nat(255),
      )
      fc.assert(
        fc.property(fc.array(near, { minLength: 1, maxLength: 9 }), (pairs) => {
          const nodes = pairs.flatMap(([left, place, byte]) => [left, left.with(place, byte)])
          const parents = new Uint8Array(16 * nodes.length)
          engine.hashPairs(Buffer.concat(nodes), parents)
          pairs.forEach(([left, place, byte], index) => {
            const parent = parents.subarray(32 * index, 32 * index + 32)
            expect(parent).toEqual(parentOf(left, left.with(place, byte)))
            expect(engine.climb(left.with(place, byte), left)).toEqual(parent)
          })
        }),
        { numRuns: runsOf(1 / 4) },
      )
    })

    test('behavior: a climb of no level, of three, and one longer than the kernel takes', () => {
      const nodes = bytesOf(32 * 8200, 3)
      const leaf = nodes.subarray(0, 32)
      expect(engine.climb(leaf, new Uint8Array())).toEqual(leaf)
      let node = leaf
      for (let level = 1; level <= 3; level++) {
        node = parentOf(node, nodes.subarray(32 * level, 32 * level + 32))
      }
      expect(engine.climb(leaf, nodes.subarray(32, 128))).toEqual(node)
      expect(engine.climb(leaf, nodes)).toEqual(engineOf('js').climb(leaf, nodes))
    })
  },
)

describe('behavior: the choice of the engine', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  test('the fastest that runs here', () => expect(engineName()).toBe('simd'))

  test('one message at a time where vectors are missing', async () => {
    vi.stubGlobal('WebAssembly', {
      Module: WebAssembly.Module,
      Instance: WebAssembly.Instance,
      validate: () => false,
    })
    vi.resetModules()
    const fresh = await import('./engine-choice.ts')
    expect(fresh.engineName()).toBe('scalar')
    expect(() => fresh.engineOf('simd')).toThrow(fresh.EngineUnavailableError)
  })

  test('JavaScript where WebAssembly is missing', async () => {
    vi.stubGlobal('WebAssembly', undefined)
    vi.resetModules()
    const fresh = await import('./engine-choice.ts')
    expect(fresh.engineName()).toBe('js')
    expect(fresh.engineOf('js').hash(bytesOf(99, 0))).toEqual(viemKeccak(bytesOf(99, 0), 'bytes'))
  })

  test('a kernel that does not compile is not an engine', () => {
    expect(buildWasmEngine('scalar', btoa('nothing'))).toBeNull()
  })
})

describe('default: keccak256 and keccakBatch', () => {
  test('go through the chosen engine', () => {
    const { data, offsets } = flat([bytesOf(45, 1), bytesOf(145, 2)])
    expect(keccakBatch(data, offsets)).toEqual(
      new Uint8Array([...keccak256(bytesOf(45, 1)), ...keccak256(bytesOf(145, 2))]),
    )
    expect(keccakBatch(data, offsets, { engine: 'js' })).toEqual(keccakBatch(data, offsets))
    expect(keccakBatch(new Uint8Array(), Uint32Array.of(0))).toHaveLength(0)
  })

  test('behavior: the digest is the caller’s own memory', () => {
    const digest = keccak256(bytesOf(3, 0))
    const before = digest.slice()
    keccak256(bytesOf(4, 0))
    expect(digest).toEqual(before)
    expect(digest.buffer.byteLength).toBe(32)
  })

  test.each([
    [[], null],
    [[0, 5, 3], 3],
    [[0, 11], 11],
  ])('error: InvalidOffsetsError for %j', (offsets, offset) => {
    const run = () => keccakBatch(new Uint8Array(10), Uint32Array.from(offsets))
    expect(run).toThrow(InvalidOffsetsError)
    expect(run).toThrow(`is ${offset ?? 'missing'}`)
  })
})

test('behavior: a counted engine counts hashes and permutations', () => {
  const inner: KeccakEngine = engineOf('js')
  const { engine, work } = buildCountingEngine(inner)
  const { data, offsets } = flat([bytesOf(135, 0), bytesOf(136, 0), bytesOf(0, 0)])
  engine.hashMessages(data, offsets, new Uint8Array(96))
  engine.hash(bytesOf(272, 0))
  engine.hashPairs(bytesOf(128, 0), new Uint8Array(64))
  expect(engine.climb(bytesOf(32, 0), bytesOf(96, 0))).toEqual(
    inner.climb(bytesOf(32, 0), bytesOf(96, 0)),
  )
  expect(work()).toEqual({ hashes: 3 + 1 + 2 + 3, permutations: 4 + 3 + 2 + 3 })
})
