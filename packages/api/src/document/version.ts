/** The version of the interface's description. Source: interface, 9.1. */
export const documentVersion = '1.0.0'
