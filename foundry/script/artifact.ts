import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'

const out = process.env.FOUNDRY_OUT ?? join(import.meta.dirname, '../../.cache/foundry/out')

/** The compiled contract. */
export type Artifact = {
  readonly name: string
  readonly abi: Abi
  readonly initCode: Hex
  readonly code: Hex
}

const artifacts = new Map<string, Artifact>()

/**
 * Reads a compiled contract; `npm run contracts` compiles.
 *
 * @param name - `Vault`, or `File:Contract` where a file holds several.
 * @returns its ABI and bytecode.
 */
export function artifactOf(name: string): Artifact {
  const cached = artifacts.get(name)
  if (cached !== undefined) return cached
  const [file, contract = file] = name.split(':')
  const { abi, bytecode, deployedBytecode } = JSON.parse(
    readFileSync(join(out, `${file}.sol`, `${contract}.json`), 'utf8'),
  )
  const artifact = { name, abi, initCode: bytecode.object, code: deployedBytecode.object }
  artifacts.set(name, artifact)
  return artifact
}
