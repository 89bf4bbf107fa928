// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {PriceOracle} from "../oracle/PriceOracle.sol";

/// @notice Principals, indexes, collateral and its price checks of the Comet double.
/// @dev A principal is positive for a supplier and negative for a borrower; indexes are in 1e15.
abstract contract CometBook is Ownable {
    using Math for uint256;
    using SafeCast for uint256;

    event AssetListed(address indexed asset, uint64 borrowCollateralFactor);

    error BadAsset();
    error AlreadyListed();

    uint256 internal constant INDEX_SCALE = 1e15;

    PriceOracle public immutable oracle;
    address public immutable baseToken;
    /// @notice What borrowers pay a second, in 1e18.
    uint256 public immutable borrowPerSecondRate;
    uint8 public immutable decimals;
    string public name;
    string public symbol;

    uint64 public baseSupplyIndex = 1e15;
    uint64 public baseBorrowIndex = 1e15;
    uint40 public lastAccrualTime;
    uint104 public totalSupplyBase;
    uint104 public totalBorrowBase;
    address[] public listedAssets;
    /// @notice Part of a collateral's value that may be borrowed, in 1e18; zero when not listed.
    mapping(address => uint64) public borrowCollateralFactor;
    mapping(address => int104) internal _principals;
    mapping(address => mapping(address => uint128)) internal _collateral;

    constructor(address owner, address base, address priceOracle, uint256 borrowRate)
        Ownable(owner)
    {
        oracle = PriceOracle(priceOracle);
        baseToken = base;
        borrowPerSecondRate = borrowRate;
        string memory baseSymbol = IERC20Metadata(base).symbol();
        decimals = IERC20Metadata(base).decimals();
        name = string.concat("Compound ", baseSymbol);
        symbol = string.concat("c", baseSymbol, "v3");
        lastAccrualTime = uint40(block.timestamp);
    }

    function listCollateral(address asset, uint64 factor) external onlyOwner {
        if (asset == baseToken || factor == 0 || factor > 1e18) revert BadAsset();
        if (borrowCollateralFactor[asset] != 0) revert AlreadyListed();
        borrowCollateralFactor[asset] = factor;
        listedAssets.push(asset);
        emit AssetListed(asset, factor);
    }

    function balanceOf(address account) public view returns (uint256) {
        int104 principal = _principals[account];
        (uint256 supplyIndex,) = _indexes();
        return principal <= 0 ? 0 : _present(uint104(principal), supplyIndex, Math.Rounding.Floor);
    }

    function borrowBalanceOf(address account) public view returns (uint256) {
        int104 principal = _principals[account];
        (, uint256 borrowIndex) = _indexes();
        return principal >= 0 ? 0 : _present(uint104(-principal), borrowIndex, Math.Rounding.Ceil);
    }

    function collateralBalanceOf(address account, address asset) external view returns (uint128) {
        return _collateral[account][asset];
    }

    function totalSupply() external view returns (uint256) {
        (uint256 supplyIndex,) = _indexes();
        return _present(totalSupplyBase, supplyIndex, Math.Rounding.Floor);
    }

    function totalBorrow() external view returns (uint256) {
        (, uint256 borrowIndex) = _indexes();
        return _present(totalBorrowBase, borrowIndex, Math.Rounding.Ceil);
    }

    function isBorrowCollateralized(address account) public view returns (bool) {
        uint256 debt = borrowBalanceOf(account);
        if (debt == 0) return true;
        uint256 liquidity;
        for (uint256 i; i < listedAssets.length; i++) {
            address asset = listedAssets[i];
            uint256 held = _collateral[account][asset];
            if (held == 0) continue;
            liquidity += _valueOf(asset, held).mulDiv(borrowCollateralFactor[asset], 1e18);
        }
        return _valueOf(baseToken, debt) <= liquidity;
    }

    function _accrue() internal {
        (uint256 supplyIndex, uint256 borrowIndex) = _indexes();
        baseSupplyIndex = supplyIndex.toUint64();
        baseBorrowIndex = borrowIndex.toUint64();
        lastAccrualTime = uint40(block.timestamp);
    }

    /// @dev Suppliers share what borrowers pay, rounded down.
    function _indexes() internal view returns (uint256 supplyIndex, uint256 borrowIndex) {
        (supplyIndex, borrowIndex) = (baseSupplyIndex, baseBorrowIndex);
        uint256 elapsed = block.timestamp - lastAccrualTime;
        if (elapsed == 0) return (supplyIndex, borrowIndex);
        uint256 growth = borrowIndex.mulDiv(borrowPerSecondRate * elapsed, 1e18);
        borrowIndex += growth;
        if (totalSupplyBase != 0) supplyIndex += growth.mulDiv(totalBorrowBase, totalSupplyBase);
    }

    /// @dev Stores a balance as principal, against the account: supply down, debt up.
    function _setBalance(address account, int256 balance) internal {
        int104 was = _principals[account];
        bool isDebt = balance < 0;
        uint256 size = isDebt ? uint256(-balance) : uint256(balance);
        uint256 index = isDebt ? baseBorrowIndex : baseSupplyIndex;
        Math.Rounding rounding = isDebt ? Math.Rounding.Ceil : Math.Rounding.Floor;
        uint104 principal = size.mulDiv(INDEX_SCALE, index, rounding).toUint104();
        if (was > 0) totalSupplyBase -= uint104(was);
        else totalBorrowBase -= uint104(-was);
        if (isDebt) totalBorrowBase += principal;
        else totalSupplyBase += principal;
        _principals[account] = isDebt ? -int104(principal) : int104(principal);
    }

    function _balance(address account) internal view returns (int256) {
        return int256(balanceOf(account)) - int256(borrowBalanceOf(account));
    }

    function _present(uint104 principal, uint256 index, Math.Rounding rounding)
        private
        pure
        returns (uint256)
    {
        return uint256(principal).mulDiv(index, INDEX_SCALE, rounding);
    }

    function _valueOf(address asset, uint256 amount) private view returns (uint256) {
        uint256 unit = 10 ** IERC20Metadata(asset).decimals();
        return amount.mulDiv(oracle.getAssetPrice(asset), unit);
    }
}
