import { BaseError } from '../error.ts'
import type { Environment } from './env-reader.ts'

/** Reads the text of a file; it throws what the system throws. */
export type SecretFileReader = (path: string) => string

/** Variables that may hold a password or a key. Others end in `_FILE` for reasons of their own. */
const secretName =
  /^(?:DATABASE_URL|REDIS_URL|QUEUE_URL|OIDC_CLIENT_SECRET|INDEX_ADMIN_KEY|VAULTWRIGHT_API_KEY|AGGREGATOR_\w+_(?:KEY|URL)|SAFE_SERVICE_KEY|SAFE_DELEGATE_KEY|BEACON_URLS|\w+_RPC_URL)$/
const ending = '_FILE'

/** Why a file does not give a variable its value. */
type SecretFileProblem = { readonly variable: string; readonly why: string }

/**
 * Gives variables the texts of files: `DATABASE_URL_FILE=/run/secrets/url` stands for the text of that file
 * as `DATABASE_URL`. This holds for every variable that may hold a password or a key.
 *
 * @param readText - reads a file; it is not called where no such variable is set.
 * @returns the variables with their values, and without those that name a file; the same object without any.
 * @throws {SecretFileError} with every variable that is given twice, or whose file cannot be used.
 */
export function readSecretFiles(variables: Environment, readText: SecretFileReader): Environment {
  const named = Object.keys(variables)
    .filter((name) => name.endsWith(ending) && variables[name]?.trim())
    .map((file) => ({ file, name: file.slice(0, -ending.length) }))
    .filter(({ name }) => secretName.test(name))
  if (named.length === 0) return variables
  const filled: Record<string, string | undefined> = { ...variables }
  const problems: SecretFileProblem[] = []
  for (const { file, name } of named) {
    delete filled[file]
    if (variables[name]?.trim()) {
      problems.push({ variable: file, why: `is given beside ${name}. Unset one of them` })
      continue
    }
    const text = textOrProblem(variables[file]!.trim(), readText)
    if ('why' in text) problems.push({ variable: file, why: text.why })
    else filled[name] = text.text
  }
  if (problems.length > 0) throw new SecretFileError(problems)
  return Object.freeze(filled)
}

function textOrProblem(
  path: string,
  readText: SecretFileReader,
): { readonly text: string } | { readonly why: string } {
  try {
    const text = readText(path).trim()
    return text === '' ? { why: 'names an empty file. Write the value into it' } : { text }
  } catch (cause) {
    const { code = 'not readable' } = cause as { readonly code?: string }
    return { why: `names a file that cannot be read (${code}). Give one that this user may read` }
  }
}

/** A variable names a file for a secret, and the file does not give one. */
export class SecretFileError extends BaseError {
  override readonly code = 'secret_file_invalid'
  override readonly kind = 'invalid_input'

  constructor(problems: readonly SecretFileProblem[]) {
    super({
      message: `${problems.map(({ variable, why }) => `${variable} ${why}`).join('. ')}.`,
      facts: { problems: problems.map(({ variable, why }) => ({ variable, why })) },
    })
  }
}
