// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @notice Aave-like rewards on aToken balances, paid from what this contract was given.
/// @dev Counts the balance held at the claim for the whole time since the last claim: history is not kept.
contract RewardsController is Ownable {
    using SafeERC20 for IERC20;

    event RewardsClaimed(
        address indexed user,
        address indexed reward,
        address indexed to,
        address claimer,
        uint256 amount
    );
    event EmissionSet(address indexed asset, address indexed reward, uint256 perTokenSecond);

    error InvalidToAddress();

    struct Emission {
        uint40 start;
        uint216 perTokenSecond;
    }

    mapping(address => mapping(address => Emission)) private _emissions;
    mapping(address => mapping(address => mapping(address => uint256))) private _countedUntil;
    mapping(address => mapping(address => uint256)) private _unclaimed;

    constructor(address owner) Ownable(owner) {}

    /// @notice Sets reward units a second for 1e18 units of `asset`.
    function setEmission(address asset, address reward, uint216 perTokenSecond) external onlyOwner {
        _emissions[asset][reward] = Emission(uint40(block.timestamp), perTokenSecond);
        emit EmissionSet(asset, reward, perTokenSecond);
    }

    function getUserRewards(address[] calldata assets, address user, address reward)
        external
        view
        returns (uint256 amount)
    {
        amount = _unclaimed[user][reward];
        for (uint256 i; i < assets.length; i++) {
            amount += _accrued(assets[i], user, reward);
        }
    }

    function claimRewards(address[] calldata assets, uint256 amount, address to, address reward)
        external
        returns (uint256 paid)
    {
        if (to == address(0)) revert InvalidToAddress();
        uint256 owed = _unclaimed[msg.sender][reward];
        for (uint256 i; i < assets.length; i++) {
            owed += _accrued(assets[i], msg.sender, reward);
            _countedUntil[assets[i]][msg.sender][reward] = block.timestamp;
        }
        paid = Math.min(amount, owed);
        _unclaimed[msg.sender][reward] = owed - paid;
        if (paid == 0) return 0;
        IERC20(reward).safeTransfer(to, paid);
        emit RewardsClaimed(msg.sender, reward, to, msg.sender, paid);
    }

    function _accrued(address asset, address user, address reward) private view returns (uint256) {
        Emission memory emission = _emissions[asset][reward];
        uint256 since = Math.max(emission.start, _countedUntil[asset][user][reward]);
        uint256 perToken = emission.perTokenSecond * (block.timestamp - since);
        return Math.mulDiv(IERC20(asset).balanceOf(user), perToken, 1e18);
    }
}
