import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { publint } from 'publint'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { codeIdentity } from '../../release/identity.mjs'
import { packAll } from '../../release/pack.mjs'
import { rooms } from '../house/house.ts'
import { canRun } from '../support/skip-unless.ts'
import { example, root, scratch } from './program.ts'

const folder = scratch()
/** Every room, the workers too: the program starts them. */
const published = rooms
const libraries = published.filter(({ bin }) => Object.keys(bin).length === 0)
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const npm = (...words: string[]) =>
  execFileSync('npm', [...words, '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, npm_config_workspaces: 'false' },
  })

/** The exports of each library, from all that are installed by one process. */
function openDoors(): Readonly<Record<string, readonly string[]>> {
  const names = JSON.stringify(libraries.map(({ name }) => name))
  const line = `
    const doors = {}
    for (const name of ${names}) doors[name] = Object.keys(await import(name))
    console.log(JSON.stringify(doors))`
  const words = ['--input-type=module', '-e', line]
  return JSON.parse(execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8' }))
}
let doors: ReturnType<typeof openDoors> | undefined

beforeAll(() => {
  writeFileSync(join(folder, 'package.json'), '{"name":"empty","private":true,"type":"module"}')
  const packs = packAll(root, { version, folder, identity: codeIdentity })
  const tarballs = packs.map(({ file }) => basename(file))
  npm(
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    ...tarballs.map((name) => `./${name}`),
  )
})

describe('packed, and installed into an empty folder', () => {
  test('behavior: nothing leads back into the workspace', () => {
    expect(readdirSync(join(folder, 'node_modules/@vaultwright')).sort()).toEqual(
      published.map(({ name }) => name.split('/')[1]).sort(),
    )
  })

  test('behavior: the console comes with its pages, served and from a disk, and without their maps', () => {
    const dist = join(folder, 'node_modules/@vaultwright/console/dist')
    for (const part of ['app', 'offline']) {
      const files = readdirSync(join(dist, part), { recursive: true }).map(String)
      expect(files).toContain('index.html')
      expect(files.some((file) => file.endsWith('.js'))).toBe(true)
      expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
    }
  })

  test('law: the virtual machine and the client library of Solana stay with the tests', () => {
    const installed = readdirSync(join(folder, 'node_modules'))
    expect(installed.filter((name) => /^(litesvm|@solana)/.test(name))).toEqual([])
    const packed = join(folder, 'node_modules/@vaultwright')
    const files = (readdirSync(packed, { recursive: true }) as string[]).filter(
      (file) => !file.includes('node_modules') && /\.(m?js|so|wasm|node)$/.test(file),
    )
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter((file) => /\.(so|node)$/.test(file))).toEqual([])
    const imports = /(?:from|import\(|require\()\s*['"](?:litesvm|@solana)/
    const code = files.filter((file) => file.endsWith('.js'))
    expect(code.filter((file) => imports.test(readFileSync(join(packed, file), 'utf8')))).toEqual(
      [],
    )
  })

  test.each(libraries)('behavior: the door of $name opens from outside', async ({ name }) => {
    doors ??= openDoors()
    const source = await import(/* @vite-ignore */ name)
    expect(doors[name]?.toSorted()).toEqual(Object.keys(source).sort())
  })

  /** The libraries that run on Node alone; the declarations of their dependencies want those of Node. */
  const onNode = libraries.filter(({ name }) => /\/(store|api|indexer|operations)$/.test(name))
  const anywhere = libraries.filter((room) => !onNode.includes(room))

  const old = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules'))
    .map((path) => join(path, 'node'))
    .find((node) => /^v(20|21)\./.test(spawnSync(node, ['--version']).stdout?.toString() ?? ''))
  const isOldThere = canRun(old !== undefined, 'no Node 20 or 21 is on the PATH')

  // `node release/runtime/run.mjs` runs them on every runtime that the registry serves.
  test.skipIf(!isOldThere)('law: what asks for no more opens on Node 20', () => {
    const names = libraries.filter(({ name }) => !onNode.some((room) => room.name === name))
    expect(names.length).toBeGreaterThan(20)
    const line = `for (const name of ${JSON.stringify(names.map(({ name }) => name))}) await import(name)
      const { rules } = await import('@vaultwright/protocols/aave-v3')
      console.log(rules.complete.join())`
    const words = ['--input-type=module', '-e', line]
    const { status, stdout, stderr } = spawnSync(old!, words, { cwd: folder, encoding: 'utf8' })
    expect([status, stdout], stderr).toEqual([0, 'AaveV3,Base\n'])
  })

  test('behavior: the program runs', () => {
    const program = join(folder, 'node_modules/.bin/vaultwright')
    const { status, stdout } = spawnSync(program, ['tree', 'root', example], { encoding: 'utf8' })
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: '0xa38c5c044ed880154ff9cafa8f1839bf384dd043768bfb297c41fd6088cd55ca\n',
    })
    expect(spawnSync(program, ['--help'], { encoding: 'utf8' }).stdout).toContain(
      'vaultwright <command>',
    )
    expect(spawnSync(program, ['calldata', 'decode', '0x8456cb59']).status).toBe(0)
  })

  const isAnvilThere = canRun(
    process.platform === 'linux' && process.arch === 'x64',
    'no Anvil is packaged for this machine',
  )

  test.skipIf(!isAnvilThere)('behavior: the local chain and its example run', async () => {
    const program = join(folder, 'node_modules/.bin/vaultwright')
    const chain = spawn(program, ['dev', 'chain', '--port', '0', '--json'], { cwd: folder })
    onTestFinished(() => void chain.kill('SIGINT'))
    const [line] = await once(chain.stdout.setEncoding('utf8'), 'data')
    const { example: words, vaults } = JSON.parse(line)
    const { tree, root: onChain } = vaults[1].strategists[0]
    const run = (list: readonly string[]) =>
      spawnSync(program, list, { cwd: folder, encoding: 'utf8' })
    expect(run(words.split(' ').slice(2)).stdout).toMatch(/^Would succeed\.\ntwo engines agree/)
    expect(run(['tree', 'root', tree]).stdout).toBe(`${onChain}\n`)
    const gone = once(chain, 'close')
    chain.kill('SIGINT')
    expect(await gone).toEqual([0, null])
  })

  test('behavior: the libraries work together', () => {
    const line = `
      import { readFileSync } from 'node:fs'
      import { printHex } from '@vaultwright/base'
      import { parseTreeFile, assertSound } from '@vaultwright/formats'
      import { proofHexOf, digestAt, rootOf, verifyProof } from '@vaultwright/merkle'
      const file = parseTreeFile(readFileSync(${JSON.stringify(example)}))
      assertSound(file)
      const { tree } = file.tree
      const ok = verifyProof(digestAt(tree, 11), proofHexOf(tree, 11), rootOf(tree))
      console.log(ok, printHex(rootOf(tree)) === file.metadata.root)`
    const out = execFileSync(process.execPath, ['--input-type=module', '-e', line], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(out).toBe('true true\n')
  })

  test('behavior: the program brings its database and its API along', async () => {
    const program = join(folder, 'node_modules/@vaultwright/cli/dist/main.js')
    const env = { PATH: process.env.PATH, VAULTWRIGHT_DATA_DIR: join(folder, 'data') }
    const run = (...words: readonly string[]) =>
      spawnSync(process.execPath, [program, ...words], { encoding: 'utf8', env })
    expect(run('db', 'migrate')).toMatchObject({ status: 0, stderr: '' })
    expect(run('tenant', 'create', 'acme')).toMatchObject({ status: 0, stderr: '' })
    const service = spawn(process.execPath, [program, 'serve', '--port', '0', '--json'], { env })
    onTestFinished(() => void service.kill('SIGINT'))
    const [line] = await once(service.stdout.setEncoding('utf8'), 'data')
    const { docs, openapi, url: serviceUrl } = JSON.parse(line)
    for (const url of [docs, openapi]) {
      const answer = await fetch(url)
      expect([answer.status, (await answer.text()).length > 1000]).toEqual([200, true])
    }
    const page = await (await fetch(`${serviceUrl}/console/`)).text()
    const [, script] = /src="(\/console\/asset\/[^"]+\.js)"/.exec(page) ?? []
    const { status, headers } = await fetch(`${serviceUrl}${script}`)
    expect([status, headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching('javascript'),
    ])
    const gone = once(service, 'close')
    service.kill('SIGINT')
    expect(await gone).toEqual([0, null])
  })

  const nodeTypes = ['node', '--typeRoots', join(root, 'node_modules/@types'), '--skipLibCheck']

  const compile = (types: readonly string[], files: readonly string[]) => {
    const flags = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--noEmit', '--types']
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...flags, ...types, ...files], {
      cwd: folder,
      encoding: 'utf8',
    })
    return { status, stdout }
  }

  test.each([
    ['without those of Node', anywhere, ['']],
    ['with those of Node', onNode, nodeTypes],
  ])('behavior: their types are read by a strict project outside, %s', (_, rooms, types) => {
    const imports = rooms.map(({ name }, at) => `export * as room${at} from '${name}'`)
    writeFileSync(join(folder, 'use.ts'), `${imports.join('\n')}\n`)
    expect(compile(types, ['use.ts'])).toEqual({ status: 0, stdout: '' })
  })

  test('law: every example of a README is as it stands a part of a strict project outside', () => {
    const examples = published.flatMap(({ dir }) => {
      const text = readFileSync(join(root, dir, 'README.md'), 'utf8')
      const blocks = [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)]
      return blocks.map(([, code], at) => ({ file: `${dir.split('/')[1]}-${at}.ts`, code: code! }))
    })
    expect(examples.length).toBeGreaterThan(25)
    for (const { file, code } of examples) writeFileSync(join(folder, file), code)
    const names = examples.map(({ file }) => file)
    expect(compile([...nodeTypes, '--noUncheckedIndexedAccess'], names)).toEqual({
      status: 0,
      stdout: '',
    })
    writeFileSync(join(folder, 'wrong.ts'), examples[0]!.code.replace(/await |'/g, ' '))
    expect(compile(nodeTypes, ['wrong.ts']).status).not.toBe(0)
  })

  test.each(published)('behavior: publint finds nothing about $name', async ({ name }) => {
    const pkgDir = join(folder, 'node_modules', name)
    const { messages } = await publint({ pkgDir, strict: true, pack: false })
    expect(messages).toEqual([])
  })

  const extra: Readonly<Record<string, readonly string[]>> = {
    '@vaultwright/definition': ['schema'],
    '@vaultwright/evm': ['NOTICE'],
    '@vaultwright/manager': ['NOTATION.md'],
  }

  test.each(published)(
    'behavior: $name ships its README, its licence, and no source or test',
    ({ name }) => {
      const place = join(folder, 'node_modules', name)
      // npm nests there what other packages have in another version: it is not in the pack.
      const shipped = readdirSync(place).filter((entry) => entry !== 'node_modules')
      expect(shipped.sort()).toEqual(
        ['LICENSE', 'README.md', 'dist', 'package.json', ...(extra[name] ?? [])].sort(),
      )
      const files = readdirSync(join(place, 'dist'), { recursive: true }) as string[]
      expect(
        files.filter((file) => /\.(test|bench)\./.test(file) || /(?<!\.d)\.ts$/.test(file)),
      ).toEqual([])
      const maps = files.filter((file) => file.endsWith('.js.map'))
      expect(maps.length).toBeGreaterThan(0)
      for (const map of maps) {
        const { sourcesContent } = JSON.parse(readFileSync(join(place, 'dist', map), 'utf8'))
        expect(sourcesContent?.length, map).toBeGreaterThan(0)
      }
      expect(existsSync(join(place, 'src'))).toBe(false)
    },
  )
})
