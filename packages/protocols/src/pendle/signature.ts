import { pendleRouter } from './function.ts'

type Signature = (typeof pendleRouter.functions)[number]['signature']
type NameOf<Text> = Text extends `${infer Name}(${string}` ? Name : never

/** Gives the signature of a function of Pendle, whose tuples are long. */
export function signatureOf(name: NameOf<Signature>): string {
  return pendleRouter.functions.find(({ signature }) => signature.startsWith(`${name}(`))!.signature
}
