// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {MarketParams} from "./MarketParams.sol";
import {MorphoBook} from "./MorphoBook.sol";

/// @notice Morpho Blue-like lending: isolated markets, assets or shares, no callbacks and no fee.
contract Morpho is MorphoBook {
    using SafeCast for uint256;
    using SafeERC20 for IERC20;

    event Supply(
        bytes32 indexed id,
        address indexed caller,
        address indexed onBehalf,
        uint256 assets,
        uint256 shares
    );
    event Withdraw(
        bytes32 indexed id,
        address caller,
        address indexed onBehalf,
        address indexed receiver,
        uint256 assets,
        uint256 shares
    );
    event Borrow(
        bytes32 indexed id,
        address caller,
        address indexed onBehalf,
        address indexed receiver,
        uint256 assets,
        uint256 shares
    );
    event Repay(
        bytes32 indexed id,
        address indexed caller,
        address indexed onBehalf,
        uint256 assets,
        uint256 shares
    );
    event SupplyCollateral(
        bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets
    );
    event WithdrawCollateral(
        bytes32 indexed id,
        address caller,
        address indexed onBehalf,
        address indexed receiver,
        uint256 assets
    );

    constructor(address owner) MorphoBook(owner) {}

    function supply(
        MarketParams memory params,
        uint256 assets,
        uint256 shares,
        address onBehalf,
        bytes calldata data
    ) external returns (uint256, uint256) {
        bytes32 id = _give(params, onBehalf, data);
        (assets, shares) = _supplied(id, assets, shares, true);
        position[id][onBehalf].supplyShares += shares;
        market[id].totalSupplyAssets += assets.toUint128();
        market[id].totalSupplyShares += shares.toUint128();
        emit Supply(id, msg.sender, onBehalf, assets, shares);
        IERC20(params.loanToken).safeTransferFrom(msg.sender, address(this), assets);
        return (assets, shares);
    }

    function withdraw(
        MarketParams memory params,
        uint256 assets,
        uint256 shares,
        address onBehalf,
        address receiver
    ) external returns (uint256, uint256) {
        bytes32 id = _take(params, onBehalf, receiver);
        (assets, shares) = _supplied(id, assets, shares, false);
        position[id][onBehalf].supplyShares -= shares;
        market[id].totalSupplyAssets -= assets.toUint128();
        market[id].totalSupplyShares -= shares.toUint128();
        _requireLiquid(id);
        emit Withdraw(id, msg.sender, onBehalf, receiver, assets, shares);
        IERC20(params.loanToken).safeTransfer(receiver, assets);
        return (assets, shares);
    }

    function borrow(
        MarketParams memory params,
        uint256 assets,
        uint256 shares,
        address onBehalf,
        address receiver
    ) external returns (uint256, uint256) {
        bytes32 id = _take(params, onBehalf, receiver);
        (assets, shares) = _borrowed(id, assets, shares, true);
        position[id][onBehalf].borrowShares += shares.toUint128();
        market[id].totalBorrowAssets += assets.toUint128();
        market[id].totalBorrowShares += shares.toUint128();
        _requireHealthy(params, id, onBehalf);
        _requireLiquid(id);
        emit Borrow(id, msg.sender, onBehalf, receiver, assets, shares);
        IERC20(params.loanToken).safeTransfer(receiver, assets);
        return (assets, shares);
    }

    function repay(
        MarketParams memory params,
        uint256 assets,
        uint256 shares,
        address onBehalf,
        bytes calldata data
    ) external returns (uint256, uint256) {
        bytes32 id = _give(params, onBehalf, data);
        (assets, shares) = _borrowed(id, assets, shares, false);
        position[id][onBehalf].borrowShares -= shares.toUint128();
        uint256 left = market[id].totalBorrowAssets;
        // Rounding up may ask for a unit more than all borrowers owe.
        market[id].totalBorrowAssets = uint128(left - Math.min(left, assets));
        market[id].totalBorrowShares -= shares.toUint128();
        emit Repay(id, msg.sender, onBehalf, assets, shares);
        IERC20(params.loanToken).safeTransferFrom(msg.sender, address(this), assets);
        return (assets, shares);
    }

    function supplyCollateral(
        MarketParams memory params,
        uint256 assets,
        address onBehalf,
        bytes calldata data
    ) external {
        require(assets != 0, "zero assets");
        bytes32 id = _give(params, onBehalf, data);
        position[id][onBehalf].collateral += assets.toUint128();
        emit SupplyCollateral(id, msg.sender, onBehalf, assets);
        IERC20(params.collateralToken).safeTransferFrom(msg.sender, address(this), assets);
    }

    function withdrawCollateral(
        MarketParams memory params,
        uint256 assets,
        address onBehalf,
        address receiver
    ) external {
        require(assets != 0, "zero assets");
        bytes32 id = _take(params, onBehalf, receiver);
        position[id][onBehalf].collateral -= assets.toUint128();
        _requireHealthy(params, id, onBehalf);
        emit WithdrawCollateral(id, msg.sender, onBehalf, receiver, assets);
        IERC20(params.collateralToken).safeTransfer(receiver, assets);
    }

    /// @dev Anybody may give to anybody; callbacks are not modelled.
    function _give(MarketParams memory params, address onBehalf, bytes calldata data)
        private
        returns (bytes32)
    {
        require(onBehalf != address(0), "zero address");
        require(data.length == 0, "callback not modelled");
        return _open(params);
    }

    function _take(MarketParams memory params, address onBehalf, address receiver)
        private
        returns (bytes32)
    {
        require(receiver != address(0), "zero address");
        require(msg.sender == onBehalf || isAuthorized[onBehalf][msg.sender], "unauthorized");
        return _open(params);
    }

    /// @dev Every rounding is in favour of the market.
    function _supplied(bytes32 id, uint256 assets, uint256 shares, bool isIn)
        private
        view
        returns (uint256, uint256)
    {
        uint256[2] memory totals =
            [uint256(market[id].totalSupplyAssets), market[id].totalSupplyShares];
        return _exact(assets, shares, totals, _rounding(isIn));
    }

    function _borrowed(bytes32 id, uint256 assets, uint256 shares, bool isOut)
        private
        view
        returns (uint256, uint256)
    {
        uint256[2] memory totals =
            [uint256(market[id].totalBorrowAssets), market[id].totalBorrowShares];
        return _exact(assets, shares, totals, _rounding(!isOut));
    }

    /// @dev Assets that come in are rounded up and buy shares rounded down; the other way out.
    function _rounding(bool isIn) private pure returns (Math.Rounding[2] memory) {
        if (isIn) return [Math.Rounding.Ceil, Math.Rounding.Floor];
        return [Math.Rounding.Floor, Math.Rounding.Ceil];
    }
}
