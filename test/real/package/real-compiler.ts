import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { realFolder, takePackage } from './package-store.ts'
import type { RealArtifact } from './real-artifact.ts'
import type { RealPackageName } from './real-package.ts'

const require = createRequire(import.meta.url)

/** The request of a compilation: one file, and where its imports lie. */
export type CompileRequest = {
  /** Path of the file, as imports would name it. */
  readonly file: string
  /** Packages that it imports from, each under the name that imports give it. */
  readonly packages: Readonly<Record<string, RealPackageName>>
  /** A folder of sources of this repository, for files that no package has. */
  readonly folder?: string
  /** The package of the compiler; the one that the contracts of this repository are compiled with when not said. */
  readonly compiler?: RealPackageName
  readonly settings?: object
}

/**
 * Compiles sources of packages that ship no artifacts, once for each text of them.
 *
 * @returns the contracts of the file by name.
 * @throws {Error} with what the compiler says.
 */
export async function compileReal(
  request: CompileRequest,
): Promise<Readonly<Record<string, RealArtifact>>> {
  const folders = new Map<string, string>()
  for (const [prefix, name] of Object.entries(request.packages)) {
    const taken = await takePackage(name)
    if ('missing' in taken) throw new Error(taken.missing)
    folders.set(prefix, taken.folder)
  }
  const sources = sourcesOf(request, folders)
  const input = {
    language: 'Solidity',
    sources,
    settings: {
      optimizer: { enabled: true, runs: 200 },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
      ...request.settings,
    },
  }
  const text = JSON.stringify(input)
  const key = createHash('sha256')
    .update(`${request.compiler} ${request.file} ${text}`)
    .digest('hex')
  const cached = join(realFolder, 'compiled', `${key}.json`)
  if (existsSync(cached)) return JSON.parse(readFileSync(cached, 'utf8'))
  const output = JSON.parse((await compilerOf(request.compiler))(text)) as {
    readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
    readonly contracts: Record<
      string,
      Record<string, { abi: RealArtifact['abi']; evm: { bytecode: { object: string } } }>
    >
  }
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map((one) => one.formattedMessage).join('\n'))
  const contracts = Object.fromEntries(
    Object.entries(output.contracts[request.file]!).map(([name, { abi, evm }]) => [
      name,
      { abi, initCode: `0x${evm.bytecode.object}` as const },
    ]),
  )
  mkdirSync(join(cached, '..'), { recursive: true })
  writeFileSync(cached, JSON.stringify(contracts))
  return contracts
}

type Sources = Readonly<Record<string, { readonly content: string }>>

/** The file and all that it imports, by the names that the compiler gives them. */
function sourcesOf(
  { file, folder }: CompileRequest,
  folders: ReadonlyMap<string, string>,
): Sources {
  const sources: Record<string, { content: string }> = {}
  const visit = (name: string) => {
    if (sources[name] !== undefined) return
    const content = readFileSync(pathOf(name, { folder, folders }), 'utf8')
    sources[name] = { content }
    for (const [, path] of content.matchAll(/^\s*(?:import|\}\s*from)\b[^;]*?["']([^"']+)["']/gm)) {
      visit(path!.startsWith('.') ? join(name, '..', path!) : path!)
    }
  }
  visit(file)
  return sources
}

type SourcePlaces = {
  readonly folder: string | undefined
  readonly folders: ReadonlyMap<string, string>
}

function pathOf(name: string, { folder, folders }: SourcePlaces): string {
  for (const [prefix, place] of folders) {
    if (name.startsWith(`${prefix}/`)) return join(place, name.slice(prefix.length + 1))
  }
  if (folder !== undefined) return join(folder, name)
  throw new Error(`${name} is of no package of the list.`)
}

type Compile = (input: string) => string

async function compilerOf(name: RealPackageName | undefined): Promise<Compile> {
  if (name === undefined) return require('solc').compile
  const taken = await takePackage(name)
  if ('missing' in taken) throw new Error(taken.missing)
  return require('solc/wrapper')(require(join(taken.folder, 'soljson.js'))).compile
}
