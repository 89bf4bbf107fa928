// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {ERC20} from "solady/tokens/ERC20.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {Auth} from "../auth/Auth.sol";
import {IBeforeTransfer} from "./IBeforeTransfer.sol";

/// @notice Share token and custody in one: whoever is authorized calls anything in its name.
contract Vault is ERC20, Auth, ERC721Holder, ERC1155Holder {
    using Address for address;
    using SafeTransferLib for address;

    /// @notice Asked before every share transfer; zero asks nobody.
    address public hook;

    string private _name;
    string private _symbol;
    uint8 private immutable _DECIMALS;

    event Enter(
        address indexed from,
        address indexed asset,
        uint256 amount,
        address indexed to,
        uint256 shares
    );
    event Exit(
        address indexed to,
        address indexed asset,
        uint256 amount,
        address indexed from,
        uint256 shares
    );

    constructor(
        address owner,
        string memory shareName,
        string memory shareSymbol,
        uint8 shareDecimals
    ) Auth(owner, address(0)) {
        _name = shareName;
        _symbol = shareSymbol;
        _DECIMALS = shareDecimals;
    }

    receive() external payable {}

    /// @notice Calls `target` in the vault's name; the target's own revert data bubbles up.
    function manage(address target, bytes calldata data, uint256 value)
        external
        requiresAuth
        returns (bytes memory result)
    {
        result = target.functionCallWithValue(data, value);
    }

    /// @notice Calls every target in turn in the vault's name.
    function manage(address[] calldata targets, bytes[] calldata data, uint256[] calldata values)
        external
        requiresAuth
        returns (bytes[] memory results)
    {
        results = new bytes[](targets.length);
        for (uint256 i; i < targets.length; ++i) {
            results[i] = targets[i].functionCallWithValue(data[i], values[i]);
        }
    }

    /// @notice Takes `assetAmount` of `asset` from `from` and mints shares; nothing is taken at amount 0.
    function enter(
        address from,
        address asset,
        uint256 assetAmount,
        address to,
        uint256 shareAmount
    ) external requiresAuth {
        if (assetAmount > 0) {
            asset.safeTransferFrom(from, address(this), assetAmount);
        }
        _mint(to, shareAmount);
        emit Enter(from, asset, assetAmount, to, shareAmount);
    }

    /// @notice Burns shares of `from` and pays `assetAmount` of `asset`; nothing is paid at amount 0.
    function exit(address to, address asset, uint256 assetAmount, address from, uint256 shareAmount)
        external
        requiresAuth
    {
        _burn(from, shareAmount);
        if (assetAmount > 0) asset.safeTransfer(to, assetAmount);
        emit Exit(to, asset, assetAmount, from, shareAmount);
    }

    function setBeforeTransferHook(address newHook) external requiresAuth {
        hook = newHook;
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        _askHook(msg.sender, to);
        return super.transfer(to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        _askHook(from, to);
        return super.transferFrom(from, to, amount);
    }

    function name() public view override returns (string memory) {
        return _name;
    }

    function symbol() public view override returns (string memory) {
        return _symbol;
    }

    function decimals() public view override returns (uint8) {
        return _DECIMALS;
    }

    function _askHook(address from, address to) private view {
        if (hook != address(0)) IBeforeTransfer(hook).beforeTransfer(from, to, msg.sender);
    }

    /// @dev Nobody, Permit2 included, may spend shares without an allowance.
    function _givePermit2InfiniteAllowance() internal pure override returns (bool) {
        return false;
    }
}
