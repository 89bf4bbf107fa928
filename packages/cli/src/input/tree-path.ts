import type { Dirent } from 'node:fs'
import { join } from 'node:path'
import { BaseError } from '@vaultwright/base'
import { fileSystem } from '../terminal/file-system.ts'
import { readFileBytes, UnreadableInputError } from './input.ts'

/** Names that tree files end in; a folder is searched for these. */
const endings = ['.json', '.vwt', '.vwtree']

/** A file to look at; with the error where a folder leads to none. */
export type TreePath = {
  readonly path: string
  readonly error?: BaseError
  /** The folder in which it was found; without one the person named it. */
  readonly folder?: string
}

/** Lists the files that arguments name: each file as it is, and in place of a folder the tree files in it. */
export function placesOf(names: readonly string[]): readonly TreePath[] {
  return names.flatMap((name) => (isFolder(name) ? filesIn(name) : [{ path: name }]))
}

function filesIn(folder: string): readonly TreePath[] {
  try {
    const files = searchFolder(folder)
    if (files.length === 0) return [{ path: folder, error: new EmptyFolderError(folder) }]
    return files.map((path) => ({ path, folder }))
  } catch (error) {
    if (error instanceof BaseError) return [{ path: folder, error }]
    throw error
  }
}

function searchFolder(folder: string): readonly string[] {
  const entries = entriesOf(folder).filter(
    ({ name }) => !name.startsWith('.') && name !== 'node_modules',
  )
  return entries
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return searchFolder(path)
      return isTreeName(entry.name) ? [path] : []
    })
}

/** True if a file's name ends as tree files do. */
export function isTreeName(name: string): boolean {
  return endings.some((ending) => name.endsWith(ending))
}

function entriesOf(folder: string): Dirent[] {
  try {
    return fileSystem.readdirSync(folder, { withFileTypes: true })
  } catch (cause) {
    throw new UnreadableInputError(folder, cause as NodeJS.ErrnoException)
  }
}

export function isFolder(path: string): boolean {
  if (path === '-') return false
  try {
    return fileSystem.statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Top-level names that a tree has, also one that lost its leaves. */
const treeNames = /^(metadata|format|root|lea[fv]|layer|merkle|tree|manageroot)/i

/**
 * Says whether a file that is not a tree is plainly something else: a list, or an object none of whose names
 * a tree would have. What may once have been a tree is not passed over.
 */
export function isForeignFile(path: string, error: BaseError): boolean {
  return isForeignTree(readFileBytes(path), error)
}

/** The same of bytes that were read. */
export function isForeignTree(bytes: Uint8Array, error: BaseError): boolean {
  if (error.code !== 'foreign_format' || error.facts.kind !== 'unknown') return false
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const names = Object.keys(value)
  return names.length > 0 && !names.some((name) => treeNames.test(name))
}

export class EmptyFolderError extends BaseError {
  override readonly code = 'empty_folder'
  override readonly kind = 'invalid_input'

  constructor(folder: string) {
    const names = endings.map((ending) => `*${ending}`).join(' or ')
    super({
      message: `${JSON.stringify(folder)} holds no tree file (${names}). Name a folder with tree files, or the files.`,
      facts: { folder },
    })
  }
}
