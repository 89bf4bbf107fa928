import type { Dirent } from 'node:fs'
import { join } from 'node:path'
import { BaseError } from '@vaultwright/base'
import { fileSystem } from './file-system.ts'
import { UnreadableInputError } from './input.ts'

/** Names that tree files end in; a folder is searched for these. */
const endings = ['.json', '.vwt', '.vwtree']

/** A file to look at; with the error where a folder leads to none. */
export type Place = {
  readonly path: string
  readonly error?: BaseError
  /** The folder in which it was found; without one the person named it. */
  readonly folder?: string
}

/**
 * Lists the files that words name: each file as it is, and in place of a folder the tree files in it.
 *
 * @returns the files, those of a folder in the order of their names, names with a leading dot left out; a
 * folder that holds none, or cannot be listed, stands for itself with its error.
 */
export function placesOf(words: readonly string[]): readonly Place[] {
  return words.flatMap((word) => (isFolder(word) ? filesIn(word) : [{ path: word }]))
}

function filesIn(folder: string): readonly Place[] {
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
      return endings.some((ending) => entry.name.endsWith(ending)) ? [path] : []
    })
}

function entriesOf(folder: string): Dirent[] {
  try {
    return fileSystem.readdirSync(folder, { withFileTypes: true })
  } catch (cause) {
    throw new UnreadableInputError(folder, cause as NodeJS.ErrnoException)
  }
}

function isFolder(path: string): boolean {
  if (path === '-') return false
  try {
    return fileSystem.statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** A folder was to be searched for tree files and holds none. */
export class EmptyFolderError extends BaseError {
  override readonly code = 'empty_folder'

  constructor(folder: string) {
    const names = endings.map((ending) => `*${ending}`).join(' or ')
    super({
      message: `${JSON.stringify(folder)} holds no tree file (${names}). Name a folder with tree files, or the files.`,
      facts: { folder },
    })
  }
}
