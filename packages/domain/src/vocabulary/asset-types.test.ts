import { describe, expect, it } from '@jest/globals';
import { ASSET_TYPES } from '@slipway/contracts';
import { assetTypeOfPath, assetTypeOfWord } from './asset-types.js';

describe('assetTypeOfPath', () => {
  it.each([
    ['Assets/Textures/rock_albedo.png', 'texture'],
    ['Art/Source/Hero.PSD', 'texture'],
    ['Assets/Models/crate.fbx', 'model'],
    ['Assets/Prefabs/Crate.prefab', 'model'],
    ['Audio/steps.wav', 'audio'],
    ['Audio/Desktop/Master.bank', 'audio'],
    ['Assets/Scripts/Player.cs', 'script'],
    ['Source/Arena/Private/Hero.cpp', 'script'],
    ['Content/Maps/Harbor.umap', 'level'],
    ['Assets/Scenes/Main.unity', 'level'],
    ['Assets/Materials/Rock.mat', 'material'],
    ['Assets/Animations/Run.anim', 'animation'],
    ['Builds/arena.pak', 'archive'],
    ['Drops/textures.zip', 'archive'],
    ['Shaders/Water.hlsl', 'shader'],
    ['Shaders/Water.usf', 'shader'],
    ['Config/DefaultEngine.ini', 'config'],
    ['data/items.json', 'config'],
    ['Docs/pitch.docx', 'document'],
    ['README.md', 'document'],
    ['Content/UI/Roboto.ttf', 'font'],
    ['Content/Movies/Intro.mp4', 'video'],
    ['//depot/main/Content\\Audio\\Steps.WAV', 'audio'],
  ])('reads %s as %s', (path, type) => {
    expect(assetTypeOfPath(path)).toBe(type);
  });

  it.each([
    ['Content/Hero/T_Hero_D.uasset', 'texture'],
    ['Content/Maps/Harbor/SM_Crane.uasset', 'model'],
    ['Content/Hero/MI_Hero.uasset', 'material'],
    ['Content/Hero/BP_Hero.uasset', 'script'],
    ['Content/Hero/AM_Attack.uasset', 'animation'],
    ['Content/Audio/A_Explosion.uasset', 'audio'],
    ['Content/Animations/A_Run.uasset', 'animation'],
    ['Content/Characters/Hero/Materials/Skin.uasset', 'material'],
    ['Content/Characters/Hero.uasset', 'model'],
    ['Hero.uasset', 'model'],
  ])('reads the Unreal package %s as %s', (path, type) => {
    expect(assetTypeOfPath(path)).toBe(type);
  });

  it.each([
    '',
    'Makefile',
    '.gitignore',
    'Assets/Models/crate.fbx.meta',
    'lib/app.dll',
    'x.constructor',
    'uasset',
    'folder.png/',
  ])('knows no type for %j', (path) => {
    expect(assetTypeOfPath(path)).toBeNull();
  });
});

describe('assetTypeOfWord', () => {
  it.each(ASSET_TYPES)('reads %s as itself', (type) => {
    expect(assetTypeOfWord(type.toUpperCase())).toBe(type);
  });

  it.each([
    ['Texture2D', 'texture'],
    ['StaticMesh', 'model'],
    ['SoundWave', 'audio'],
    ['World', 'level'],
    ['MaterialInstanceConstant', 'material'],
    ['AnimSequence', 'animation'],
    ['AudioClip', 'audio'],
  ])('reads the engine type %s as %s', (word, type) => {
    expect(assetTypeOfWord(word)).toBe(type);
  });

  it.each(['', 'thing', 'toString'])('knows no type for %j', (word) => {
    expect(assetTypeOfWord(word)).toBeNull();
  });
});
