import { scoreRange } from '../../../domain/credit-facts.ts'

/** Where the half circle stands in its frame, in units of the drawing. */
const center = { x: 200, y: 190 }

/** Where a score lies on the half circle: 0 at its left end for the lowest, 180 at its right end for the highest. */
export function degreesAt(score: number): number {
  return ((score - scoreRange.from) / (scoreRange.to - scoreRange.from)) * 180
}

/** A path along the circle between two angles in degrees, clockwise. */
export function arc({ from, to }: { from: number; to: number }, radius: number): string {
  return `M${pointAt(from, radius)}A${radius} ${radius} 0 0 1 ${pointAt(to, radius)}`
}

/** A path away from the center, between two radii. */
export function spoke(degrees: number, inner: number, outer: number): string {
  return `M${pointAt(degrees, inner)}L${pointAt(degrees, outer)}`
}

function pointAt(degrees: number, radius: number): string {
  const radians = (degrees * Math.PI) / 180
  return [center.x - radius * Math.cos(radians), center.y - radius * Math.sin(radians)].map((value) => value.toFixed(1)).join(' ')
}
