import { complemented, complementedChi, rotations, roundConstants, sourceOf } from './permutation.mjs'

const columns = [0, 1, 2, 3, 4]

// `hidden` lanes are kept as their complement. The parity of `gathered` columns is collected while
// chi stores, that of the others read back: registers are few, and these choices were the fastest.

/** Offsets of the states in memory: A, E and the column parities of A, for one message or for two. */
const places = {
  simd: { A: 1024, E: 1536, P: 2048, size: 16 },
  scalar: { A: 2304, E: 2560, P: 2816, size: 8 },
}

const simd = {
  ...places.simd,
  prefix: 'two',
  load: (at) => `v128.load(0, ${at})`,
  store: (at, value) => `v128.store(0, ${value}, ${at})`,
  xor: (p, q) => `v128.xor(${p}, ${q})`,
  rotate: (p, n) => (n === 0 ? p : n === 1 ? `rotateOne(${p})` : `rotate(${p}, ${n})`),
  constant: (value) => `i64x2.splat(${signed(value)})`,
  iota: (at) => `v128.load_splat<u64>(rc, ${at})`,
  chi: (_, b) => columns.map((x) => `v128.xor(${b[x]}, v128.andnot(${b[(x + 2) % 5]}, ${b[(x + 1) % 5]}))`),
  hidden: [],
  gathered: columns,
}

const binary = (sign) => (p, q) => `(${p} ${sign} ${q})`

const scalar = {
  ...places.scalar,
  prefix: 'one',
  load: (at) => `load<u64>(0, ${at})`,
  store: (at, value) => `store<u64>(0, ${value}, ${at})`,
  xor: binary('^'),
  rotate: (p, n) => (n === 0 ? p : `rotl<u64>(${p}, ${n})`),
  constant: (value) => `<u64>${signed(value)}`,
  iota: (at) => `load<u64>(rc, ${at})`,
  chi: (y, b) =>
    complementedChi(y, b, { and: binary('&'), or: binary('|'), xor: binary('^'), not: (p) => `~${p}` }),
  hidden: complemented,
  gathered: [0, 1, 2],
}

/**
 * Prints the source of a WebAssembly kernel: the unrolled rounds and the program around them.
 *
 * @param {string} program - what calls the rounds: texts of the .ts files of this folder.
 * @returns {string} AssemblyScript.
 */
export function printScalarKernel(program) {
  return [constantTable(), ...printRounds(scalar), program].join('\n')
}

/** The same with the rounds for two messages at a time. */
export function printSimdKernel(program, simdProgram) {
  const rounds = [...printRounds(simd), ...printThreeMiddle()]
  return [printScalarKernel(program), ...rounds, simdProgram].join('\n')
}

function constantTable() {
  return `const constants: usize = memory.data<u64>([${roundConstants.map((value) => `0x${value.toString(16)}`).join(', ')}])\n`
}

/**
 * Functions that stay apart (they are exported, so nothing inlines them): V8 replaces slow code by
 * fast code only between calls.
 *
 * Opening: round 0 of a pair of nodes in lanes 0 to 7 of E. Start: round 0 of the whole state E.
 * Both leave A. Middle: rounds two by two from A to A. Turn: the last round, to E. Closing: the last
 * round, only the lanes of the digest, to E.
 */
function printRounds(k) {
  const loadParity = columns.map((x) => `  let c${x} = ${k.load(k.P + k.size * x)}`)
  const storeParity = columns.map((x) => `  ${k.store(k.P + k.size * x, `c${x}`)}`)
  const at = (base) => (lane) => ({ text: k.load(base + k.size * lane) })

  const fixed = new Map()
  for (let lane = 8; lane < 25; lane++) {
    let value = lane === 8 ? 1n : lane === 16 ? 1n << 63n : 0n
    if (k.hidden.includes(lane)) value ^= (1n << 64n) - 1n
    fixed.set(lane, value)
  }
  const openingLane = (lane) =>
    fixed.has(lane) ? { value: fixed.get(lane) } : at(k.E)(lane)
  const openingParity = columns.map((x) => {
    const lanes = [0, 1, 2, 3, 4].map((y) => openingLane(x + 5 * y))
    const value = lanes.reduce((sum, lane) => sum ^ (lane.value ?? 0n), 0n)
    const loads = lanes.filter((lane) => lane.text !== undefined).map((lane) => lane.text)
    if (value !== 0n) loads.push(k.constant(value))
    return `  let c${x} = ${loads.reduce(k.xor)}`
  })

  const closing = (() => {
    const lines = [...loadParity, ...deltas(k)]
    columns.forEach((x) => lines.push(`  const b${x} = ${moved(k, at(k.A), x, 0)}`))
    const chi = k.chi(0, columns.map((x) => `b${x}`))
    for (let x = 0; x < 4; x++) {
      let text = x === 0 ? k.xor(chi[0], k.iota(0)) : chi[x]
      if (k.hidden.includes(x)) text = k.xor(text, k.constant((1n << 64n) - 1n))
      lines.push(`  ${k.store(k.E + k.size * x, text)}`)
    }
    return lines
  })()

  return [
    `export function ${k.prefix}Opening(rc: usize): void {`,
    ...openingParity,
    ...round(k, openingLane, k.A, 0),
    ...storeParity,
    '}',
    `export function ${k.prefix}Middle(rc: usize, end: usize): void {`,
    ...loadParity,
    '  for (; rc < end; rc += 16) {',
    ...round(k, at(k.A), k.E, 0),
    ...round(k, at(k.E), k.A, 8),
    '  }',
    ...storeParity,
    '}',
    `export function ${k.prefix}Start(rc: usize): void {`,
    ...parityOf(k, k.E).map(([x, text]) => `  let c${x} = ${text}`),
    ...round(k, at(k.E), k.A, 0),
    ...storeParity,
    '}',
    `export function ${k.prefix}Turn(rc: usize): void {`,
    ...loadParity,
    ...round(k, at(k.A), k.E, 0),
    '}',
    `export function ${k.prefix}Closing(rc: usize): void {`,
    ...closing,
    '}',
    '',
  ]
}

/**
 * The middle rounds of two messages in vectors and of a third in ordinary registers, row by row in
 * turn: the two kinds share no execution unit, and each fills the waits of the other.
 */
function printThreeMiddle() {
  const pair = { ...simd, gathered: [0, 1, 2, 3] }
  const single = { ...scalar, gathered: [] }
  const named = (lines, letter) =>
    lines.map((line) => line.replace(/\b([bcde][0-4])\b/g, `${letter}$1`))
  const parity = (k, letter) =>
    named(
      columns.map((x) => `  let c${x} = ${k.load(k.P + k.size * x)}`),
      letter,
    )
  const stored = (k, letter) =>
    named(
      columns.map((x) => `  ${k.store(k.P + k.size * x, `c${x}`)}`),
      letter,
    )
  const rowsOf = (k, letter, [from, to, constant]) =>
    named(round(k, (lane) => ({ text: k.load(from + k.size * lane) }), to, constant), letter)
      .slice(1, -1)
      .join('\n')
      .split(/^(?= {2}\{$)/m)
  const both = (ofPair, ofSingle) => [
    '  {',
    ...ofPair.flatMap((rows, index) => [rows, ofSingle[index]]),
    '  }',
  ]
  return [
    'export function threeMiddle(rc: usize, end: usize): void {',
    ...parity(pair, 'v'),
    ...parity(single, 's'),
    '  for (; rc < end; rc += 16) {',
    ...both(rowsOf(pair, 'v', [pair.A, pair.E, 0]), rowsOf(single, 's', [single.A, single.E, 0])),
    ...both(rowsOf(pair, 'v', [pair.E, pair.A, 8]), rowsOf(single, 's', [single.E, single.A, 8])),
    '  }',
    ...stored(pair, 'v'),
    ...stored(single, 's'),
    '}',
    '',
  ]
}

/** The parity of each column of a state in memory. */
function parityOf(k, base) {
  return columns.map((x) => {
    const lanes = [0, 1, 2, 3, 4].map((y) => k.load(base + k.size * (x + 5 * y)))
    return [x, lanes.reduce(k.xor)]
  })
}

function deltas(k) {
  return columns.map((x) => `  const d${x} = ${k.xor(`c${(x + 4) % 5}`, k.rotate(`c${(x + 1) % 5}`, 1))}`)
}

/** The lane that theta, rho and pi bring to (x, y). */
function moved(k, laneOf, x, y) {
  const source = sourceOf(x, y)
  const lane = laneOf(source)
  const delta = `d${source % 5}`
  const text = lane.text ?? (lane.value === 0n ? null : k.constant(lane.value))
  return k.rotate(text === null ? delta : k.xor(text, delta), rotations[source])
}

/** One round from lanes to memory; c0 to c4 hold its column parities before and the next ones after. */
function round(k, laneOf, to, constant) {
  const lines = ['  {', ...deltas(k)]
  for (let y = 0; y < 5; y++) {
    lines.push('  {')
    columns.forEach((x) => lines.push(`  const b${x} = ${moved(k, laneOf, x, y)}`))
    k.chi(y, columns.map((x) => `b${x}`)).forEach((chi, x) => {
      lines.push(`  const e${x} = ${x === 0 && y === 0 ? k.xor(chi, k.iota(constant)) : chi}`)
      lines.push(`  ${k.store(to + k.size * (x + 5 * y), `e${x}`)}`)
      if (k.gathered.includes(x)) lines.push(`  c${x} = ${y === 0 ? `e${x}` : k.xor(`c${x}`, `e${x}`)}`)
    })
    lines.push('  }')
  }
  for (const [x, text] of parityOf(k, to)) {
    if (!k.gathered.includes(x)) lines.push(`  c${x} = ${text}`)
  }
  return [...lines, '  }']
}

/** AssemblyScript reads a literal above 2^63 as out of range in some places: print it signed. */
function signed(value) {
  return `${BigInt.asIntN(64, value)}`
}
