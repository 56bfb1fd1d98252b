import { ASSET_TYPES, type AssetType } from '@slipway/contracts';

type Table = Readonly<Partial<Record<AssetType, string>>>;

function lookup(table: Table): ReadonlyMap<string, AssetType> {
  return new Map(
    Object.entries(table).flatMap(([type, words]) =>
      words.split(' ').map((word): [string, AssetType] => [word, type as AssetType]),
    ),
  );
}

const BY_EXTENSION = lookup({
  texture: 'png tga jpg jpeg psd psb tif tiff bmp exr hdr dds ktx ktx2 webp gif svg kra xcf aseprite sbs sbsar',
  model: 'fbx obj blend dae gltf glb usd usda usdc usdz 3ds max ma mb abc ply stl ztl mesh prefab vox c4d hip',
  audio: 'wav mp3 ogg flac aif aiff m4a opus mid midi bank wem bnk wwu mixer',
  script: 'cs cpp cc cxx c h hh hpp inl m mm java kt swift rs go py lua js ts gd verse sh bat ps1 asmdef ink yarn',
  level: 'umap unity tscn scene level rbxl rbxlx vmf tmx ldtk',
  material: 'mat mtl material physicmaterial physicsmaterial2d terrainlayer',
  animation: 'anim controller overridecontroller bvh playable timeline spine',
  archive: 'zip 7z rar tar gz tgz bz2 xz zst pak ucas utoc unitypackage vpk pck assetbundle',
  shader:
    'shader hlsl hlsli glsl vert frag geom comp usf ush cginc compute shadergraph shadersubgraph fx metal wgsl gdshader',
  config: 'ini json yaml yml toml xml cfg conf plist csv uproject uplugin asset inputactions preset tres',
  document: 'md txt rtf doc docx odt pdf ppt pptx xls xlsx ods rst adoc',
  font: 'ttf otf ttc woff woff2 fnt ufont fontsettings',
  video: 'mp4 mov avi mkv webm wmv m4v bk2 bik usm ogv',
});

/**
 * Unreal packages share one extension; by convention the prefix of the name gives the type. `A_` is omitted because
 * sounds and animations share it.
 * https://dev.epicgames.com/documentation/en-us/unreal-engine/recommended-asset-naming-conventions-in-unreal-engine-projects
 */
const BY_PREFIX = lookup({
  texture: 't tx tc rt hdr hdri',
  model: 'sm sk skm skel phys',
  audio: 's sc sw sfx ss att mss vo mus',
  script: 'bp bpi bpfl wbp abp bt bb',
  level: 'l lvl map',
  material: 'm mi mf mm mpc ml pm',
  animation: 'as am bs ao anim ls cr ik rtg',
  config: 'dt da ct dc ia imc',
  font: 'font fnt',
  video: 'mov mp fmv',
});

const BY_FOLDER = lookup({
  texture: 'texture textures sprites icons',
  model: 'mesh meshes models staticmeshes skeletalmeshes props',
  audio: 'audio sound sounds music sfx dialogue voice',
  script: 'blueprint blueprints scripts widgets',
  level: 'map maps level levels worlds',
  material: 'material materials',
  animation: 'anim anims animation animations sequences cinematics',
  shader: 'shader shaders',
  config: 'data datatables input',
  font: 'font fonts',
  video: 'movie movies video videos',
});

/** The engines' names for content classes. */
const BY_CLASS = lookup({
  texture: 'texture2d texture3d texturecube texture2darray cubemap rendertexture sprite image',
  model: 'staticmesh skeletalmesh mesh prefab skeleton',
  audio: 'sound soundwave soundcue audioclip metasoundsource music',
  script: 'blueprint widgetblueprint monoscript code',
  level: 'world map scene sceneasset',
  material: 'materialinstance materialinstanceconstant materialfunction',
  animation: 'animsequence animmontage animationclip animblueprint blendspace levelsequence',
  archive: 'package bundle assetbundle',
  shader: 'shadergraph computeshader',
  config: 'datatable dataasset primarydataasset scriptableobject configuration',
  document: 'text textasset',
  font: 'fontface fontasset',
  video: 'movie videoclip filemediasource',
});

/** A file's asset type, judging by its path; null if it is not game content. */
export function assetTypeOfPath(path: string): AssetType | null {
  const folders = path.split(/[\\/]/);
  const name = folders.pop() ?? '';
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
  return extension === 'uasset' ? typeOfPackage(name, folders) : (BY_EXTENSION.get(extension) ?? null);
}

/** An Unreal package is always content; without any hint it counts as a model, the most common type. */
function typeOfPackage(name: string, folders: readonly string[]): AssetType {
  const prefix = /^([A-Za-z]{1,5})_/.exec(name)?.[1] ?? '';
  const hints = [
    BY_PREFIX.get(prefix.toLowerCase()),
    ...folders.toReversed().map((folder) => BY_FOLDER.get(folder.toLowerCase())),
  ];
  return hints.find((type) => type !== undefined) ?? 'model';
}

/** The asset type that a word means, in any case: our own name for it, or the engine's class. */
export function assetTypeOfWord(word: string): AssetType | null {
  const plain = word.trim().toLowerCase();
  return ASSET_TYPES.find((type) => type === plain) ?? BY_CLASS.get(plain) ?? null;
}
