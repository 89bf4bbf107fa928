import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Abi, type Address, type Hex, parseAbi } from 'viem'
import { takePackage } from './package-store.ts'
import type { RealPackageName } from './real-package.ts'

/** A compiled contract of a package. */
export type RealArtifact = {
  readonly abi: Abi
  readonly initCode: Hex
}

type Bytecode = string | { readonly object: string }

/** Places of a library's address in bytecode, by file and library; start and length in bytes. */
type LinkReferences = Readonly<
  Record<
    string,
    Readonly<Record<string, readonly { readonly start: number; readonly length: number }[]>>
  >
>

/**
 * Reads a compiled contract of a package, as hardhat, truffle or forge wrote it.
 *
 * @param file - its path in the package.
 * @param libraries - addresses of the libraries that it calls, by name.
 * @throws {Error} when the package is missing or a library has no address.
 */
export async function realArtifactOf(
  name: RealPackageName,
  file: string,
  libraries: Readonly<Record<string, Address>> = {},
): Promise<RealArtifact> {
  const taken = await takePackage(name)
  if ('missing' in taken) throw new Error(taken.missing)
  const artifact = JSON.parse(readFileSync(join(taken.folder, file), 'utf8')) as {
    readonly abi: Abi
    readonly bytecode: Bytecode
    readonly linkReferences?: LinkReferences
  }
  const { abi, bytecode, linkReferences = {} } = artifact
  const object = typeof bytecode === 'string' ? bytecode : bytecode.object
  let digits = object.replace(/^0x/, '')
  for (const places of Object.values(linkReferences)) {
    for (const [library, spots] of Object.entries(places)) {
      const address = libraries[library]
      if (address === undefined) throw new Error(`${file} calls ${library}, which has no address.`)
      for (const { start, length } of spots) {
        const word = address.slice(2).toLowerCase()
        digits = digits.slice(0, 2 * start) + word + digits.slice(2 * (start + length))
      }
    }
  }
  return { abi, initCode: `0x${digits}` }
}

/**
 * Reads a compiled contract of a package that has its ABI and its bytecode in two files.
 *
 * @param path - of both: `abi/<path>.json` and `bytecode/<path>.bin`.
 * @throws {Error} when the package is missing.
 */
export async function realBytecodeOf(name: RealPackageName, path: string): Promise<RealArtifact> {
  const taken = await takePackage(name)
  if ('missing' in taken) throw new Error(taken.missing)
  const read = (file: string) => readFileSync(join(taken.folder, file), 'utf8').trim()
  const abi = JSON.parse(read(`abi/${path}.json`)) as Abi
  return { abi, initCode: read(`bytecode/${path}.bin`) as Hex }
}

/**
 * Reads a compiled contract out of a factory that typechain wrote.
 *
 * @param signature - of its constructor, as in `constructor(uint32)`.
 * @throws {Error} when the package is missing, or the file has no bytecode.
 */
export async function realFactoryOf(
  name: RealPackageName,
  file: string,
  signature: string,
): Promise<RealArtifact> {
  const taken = await takePackage(name)
  if ('missing' in taken) throw new Error(taken.missing)
  const text = readFileSync(join(taken.folder, file), 'utf8')
  const [, code] = /_bytecode\s*=\s*"(0x[0-9a-f]+)"/.exec(text) ?? []
  if (code === undefined) throw new Error(`${file} has no bytecode.`)
  return { abi: parseAbi([signature] as readonly string[]), initCode: code as Hex }
}
