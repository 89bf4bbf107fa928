import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verifyKzgProof } from './kzg.ts'

type Vector = {
  readonly input: {
    readonly commitment: string
    readonly z: string
    readonly y: string
    readonly proof: string
  }
  /** Null where an input is not valid. */
  readonly output: boolean | null
}
const folder = new URL('../../../../fixtures/ethereum/', import.meta.url)
const vectors = JSON.parse(readFileSync(new URL('kzg.json', folder), 'utf8')) as Record<
  string,
  Vector
>
const order = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n

function answerTo({ commitment, z, y, proof }: Vector['input']): boolean | null {
  try {
    return verifyKzgProof(commitment, z, y, proof)
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_kzg_input' })
    return null
  }
}

test.each(Object.entries(vectors))('golden: %s', (_, { input, output }) => {
  expect(answerTo(input)).toBe(output)
})

test('law: a proof that holds does not hold for another value, point, commitment or proof', () => {
  const { input } = vectors.correct_proof_31ebd010e6098750!
  const wrongInput = vectors.incorrect_proof_444b73ff54a19b44!.input
  for (const name of ['z', 'y', 'commitment', 'proof'] as const) {
    expect(answerTo({ ...input, [name]: wrongInput[name] }), name).toBe(false)
  }
})

test('refuses: a scalar that is not below the order of the group', () => {
  const { input } = vectors.correct_proof_31ebd010e6098750!
  for (const scalar of [order, order + 1n, 2n ** 256n - 1n]) {
    const text = `0x${scalar.toString(16)}`
    expect(answerTo({ ...input, z: text })).toBeNull()
    expect(answerTo({ ...input, y: text })).toBeNull()
  }
})
