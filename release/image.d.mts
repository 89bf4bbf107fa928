import type { Identity } from './identity.mjs'

type Release = { readonly version: string; readonly identity: Identity }
export function imageText(text: string, release: Release): string
export function writeImageFolder(
  install: string,
  options: Release & { readonly folder: string },
): void
export function buildImage(folder: string, version: string): string
