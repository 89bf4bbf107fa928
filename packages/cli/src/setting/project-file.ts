import { dirname, join, resolve } from 'node:path'
import { BaseError, nearestOf, slugOf } from '@vaultwright/base'
import {
  fileReaderOf,
  issueMessage,
  readLocatedText,
  type TextLocation,
} from '@vaultwright/document'
import { chainOf, chains } from '@vaultwright/registry'
import Type, { type Static } from 'typebox'
import { readFileBytes, textOf } from '../input/input.ts'

const text = (description: string) => Type.Optional(Type.String({ minLength: 1, description }))

const projectShape = Type.Object(
  {
    chain: Type.Optional(
      Type.Union([Type.String({ minLength: 1 }), Type.Integer({ minimum: 1 })], {
        description: 'The chain, by name or id.',
        errorMessage: 'must be the name or the id of a chain',
      }),
    ),
    definition: text('The vault definition, beside this file.'),
    lock: text('The lock file, beside this file.'),
    policy: text('The policy that trees must keep to, beside this file.'),
    strategist: text('The strategist whose tree is meant, by its name in the definition.'),
  },
  { additionalProperties: false },
)

const readShape = fileReaderOf(projectShape)

/** The settings of a project file; files stand by their paths. */
export type Project = {
  readonly path: string
  readonly values: { readonly [Name in keyof Static<typeof projectShape>]?: string }
}

/** Reads a project file. Throws a ProjectFileError that names every mistake and its place. */
export function readProject(path: string): Project {
  const placed = readLocatedText(textOf(readFileBytes(path), path))
  if (placed.faults.length > 0) throw new ProjectFileError(path, placed.faults)
  // An empty file says nothing, which is no mistake.
  const shape = readShape(placed.value ?? {})
  if (!shape.ok) {
    const problems = shape.issues.flatMap((issue) => {
      const keys = issue.rule.kind === 'unknown_keys' ? issue.rule.keys : [null]
      return keys.map((key) => ({
        ...placed.locationOf(key === null ? issue.path : [...issue.path, key]),
        message:
          key === null
            ? `${issue.path.join('.') || 'the file'}: ${issueMessage(issue)}`
            : unknownKey(key),
      }))
    })
    throw new ProjectFileError(path, problems)
  }
  const { chain, strategist, ...files } = shape.value
  if (chain !== undefined && chainOf(chain) === null && !/^\d{1,15}$/.test(String(chain))) {
    const near = nearestOf(
      slugOf(String(chain)),
      chains.map(({ slug }) => slug),
    )
    const hint = near === null ? '' : `. Did you mean ${JSON.stringify(near)}?`
    const message = `chain: ${JSON.stringify(chain)} is not a known chain${hint}`
    throw new ProjectFileError(path, [{ ...placed.locationOf(['chain']), message }])
  }
  const placedFiles = Object.entries(files).map(([name, file]) => [
    name,
    join(dirname(path), file as string),
  ])
  return {
    path,
    values: {
      ...Object.fromEntries(placedFiles),
      ...(chain === undefined ? {} : { chain: String(chain) }),
      ...(strategist === undefined ? {} : { strategist }),
    },
  }
}

function unknownKey(key: string): string {
  const keys = Object.keys(projectShape.properties).join(', ')
  return `${JSON.stringify(key)} is not a key of a project file, which has ${keys}`
}

/** Tells whether a project file is about a definition: it names it, or names none. */
export function isAbout({ values }: Project, definition: string): boolean {
  return values.definition === undefined || resolve(values.definition) === resolve(definition)
}

class ProjectFileError extends BaseError {
  override readonly code = 'project_file'
  override readonly kind = 'invalid_input'

  constructor(path: string, problems: readonly (TextLocation & { readonly message: string })[]) {
    const lines = problems.map(
      ({ line, column, message }) => `${path}:${line}:${column}: ${message}.`,
    )
    super({
      message: `${lines.join('\n')}\nCorrect it, or give another name to a file that is not a project file.`,
      facts: {
        file: path,
        problems: problems.map(({ line, column, message }) => ({ line, column, message })),
      },
    })
  }
}
