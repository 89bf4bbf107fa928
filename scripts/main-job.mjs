// The main job on a tree of our own, as a strategist's engineer does it: is the file sound, what is the
// proof of a leaf, what is the calldata of some calls, would the Manager let it through, and if not, why.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const program = join(root, 'packages/cli/dist/main.js')
const tree = join('fixtures', 'trees', 'example-1024.json')
const calls = join('fixtures', 'calls', 'supply.json')
process.stdout.on('error', () => process.exit(0))
const folder = mkdtempSync(join(tmpdir(), 'vaultwright-'))

try {
  const started = performance.now()
  run()
  const spent = ((performance.now() - started) / 1000).toFixed(1)
  say(
    `\nDone in ${spent} s, offline. The same lines work on your own files: npx vaultwright --help\n`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function run() {
  say(`A strategist may only do what a merkle tree of permissions allows. ${tree} is such a tree:`)
  say('1,024 slots of an invented vault. Five questions about it, each one command.')

  step(
    '1. Is the file sound? The tree is rebuilt from its leaves and compared with what the file states.',
  )
  const { files } = ask(['tree', 'check', tree], 0)
  const [file] = files
  const warnings = file.findings.filter(({ severity }) => severity === 'warning').length
  answer(
    `Yes: ${file.leafCount} leaves in ${file.capacity} slots give the stated root, ${warnings} warnings.`,
  )
  answer(`root ${file.root}`)

  step('2. What proves that leaf 11 is in the tree? Its siblings, bottom-up.')
  const { proofs } = ask(['tree', 'proof', tree, '--leaf', '11'], 0)
  const [leaf] = proofs
  answer(`"${leaf.description}"`)
  answer(`${leaf.proof.length} digests, the first ${leaf.proof[0]}`)

  step(
    '3. What calldata approves 1,000 HUSD and supplies them? Leaves and proofs are found by the calls.',
  )
  const encoded = ask(['calldata', 'encode', '--tree', tree, '--calls', calls], 0)
  const bytes = encoded.calldata.length / 2 - 1
  answer(`${bytes} bytes to the Manager ${encoded.to}: ${encoded.calldata.slice(0, 42)}...`)

  step(
    '4. Would the Manager let it through? Decoded again, each call with its proof against the root.',
  )
  const callFile = `@${write('call.hex', encoded.calldata)}`
  const verdict = ask(['calldata', 'verify', callFile, '--tree', tree], 0)
  for (const call of verdict.calls) {
    answer(
      `call ${call.path}: ${call.verdict}, leaf ${call.positions.join(' and ')}: "${call.leaf.description}"`,
    )
  }

  step('5. And if the supply were for another account? Refused, with the argument that is wrong.')
  const [, supply] = JSON.parse(readFileSync(join(root, calls), 'utf8'))
  const foreignVault = '5'.repeat(40)
  const data = supply.data.replace(vaultOf(file), foreignVault)
  const refused = ask(
    ['calldata', 'explain', '--tree', tree, '--target', supply.target, '--data', data],
    1,
  )
  const [{ explanation }] = refused.calls
  const [nearest] = explanation.nearest
  answer(
    `refused; the nearest leaf is ${nearest.positions.join(' and ')}: "${nearest.leaf.description}"`,
  )
  answer(`that leaf allows it for ${nearest.leaf.arguments[1]} alone, not for 0x${foreignVault}`)
}

/** The digits of the vault, as they stand in calldata. */
function vaultOf({ vault }) {
  return vault.slice(2).toLowerCase()
}

/** Asks the program, which must answer with this exit code; anything else ends the job. */
function ask(words, expected) {
  const shown = words.map((word) => (word.length > 60 ? `${word.slice(0, 20)}...` : word))
  say(`   $ vaultwright ${shown.map((word) => word.replace(folder, '.')).join(' ')}`)
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words, '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (status !== expected) {
    process.stderr.write(
      `vaultwright ended with ${status} instead of ${expected}:\n${stdout}${stderr}`,
    )
    process.exit(1)
  }
  return JSON.parse(stdout)
}

function write(name, text) {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

function step(text) {
  say(`\n${text}`)
}

function answer(text) {
  say(`   ${text}`)
}

function say(text) {
  process.stdout.write(`${text}\n`)
}
