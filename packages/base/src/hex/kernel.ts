/**
 * Compiles and starts an embedded WebAssembly kernel, at once and without imports.
 *
 * @returns what it exports; null where WebAssembly is missing, forbidden by a page's policy, or too old.
 */
export function openKernel(kernel: string): WebAssembly.Exports | null {
  try {
    const text = atob(kernel)
    const binary = new Uint8Array(text.length)
    for (let index = 0; index < text.length; index++) binary[index] = text.charCodeAt(index)
    return new WebAssembly.Instance(new WebAssembly.Module(binary)).exports
  } catch {
    return null
  }
}
